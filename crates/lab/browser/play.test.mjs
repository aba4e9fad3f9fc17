// Play: slide by keyboard alone and by swipes, take moves back, leave and come back, share the game as a
// link and as a file, drop tiles oneself, and see what is wrong with bad input.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { beside, boardOf, button, field, goTo, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

const placed = (page, at) => says(page, 'label', new RegExp(`^Move ${at} of `))
const settledGame = page => page.locator('.play-board .tile').first().waitFor()

const KEYS = {
  up: ['ArrowUp', 'w', 'k'],
  left: ['ArrowLeft', 'a', 'h'],
  down: ['ArrowDown', 's', 'j'],
  right: ['ArrowRight', 'd', 'l']
}
/** Whether tiles have somewhere to go on this side. */
function legal (board, side) {
  const lines = side === 'up' || side === 'down' ? board[0].map((_, c) => board.map(row => row[c])) : board
  return lines.some(line => {
    const way = side === 'down' || side === 'right' ? [...line].reverse() : line
    return way.some((face, i) => i > 0 && face > 0 && (way[i - 1] === 0 || way[i - 1] === face))
  })
}
const ENDS = { up: '0,1', left: '1,0', down: '3,1', right: '1,3' }

story('arrows, WASD and HJKL slide to their side', '#/play?seed=1', async page => {
  await settledGame(page)
  let seed = 100
  for (const [side, keys] of Object.entries(KEYS)) {
    for (const key of keys) {
      await goTo(page, `#/play?seed=${seed++}&board=. . . . / . 64 . . / . . . . / . . . .`)
      await page.locator('.play-board [data-cell="1,1"][aria-label$=": 64"]').waitFor()
      await page.keyboard.press(key)
      await page.locator(`.play-board [data-cell="${ENDS[side]}"][aria-label$=": 64"]`).waitFor()
    }
  }
})

story('by keyboard alone: play, undo, redo, reload, begin anew', '#/play?seed=5', async page => {
  await settledGame(page)
  for (let moves = 0; moves < 12; moves++) {
    const board = await boardOf(page, '.play-board')
    const side = Object.keys(KEYS).find(side => legal(board, side))
    await page.keyboard.press(KEYS[side][moves % 3])
    await placed(page, moves + 1)
  }
  const end = await boardOf(page, '.play-board')
  const moves = 12
  await page.keyboard.press('u')
  await placed(page, moves - 1)
  assert.notDeepEqual(await boardOf(page, '.play-board'), end)
  await page.keyboard.press('Control+z')
  await placed(page, moves - 2)
  await page.keyboard.press('y')
  await page.keyboard.press('Control+y')
  await placed(page, moves)
  assert.deepEqual(await boardOf(page, '.play-board'), end)

  await page.reload()
  await settledGame(page)
  await placed(page, moves)
  assert.deepEqual(await boardOf(page, '.play-board'), end, 'the game is still there')

  // A long game is not thrown away at a slip of the finger.
  await page.keyboard.press('r')
  await page.locator('dialog[open]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await placed(page, moves)
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByRole('button', { name: 'New game' }).press('Enter')
  await placed(page, 0)
})

story('a swipe slides on a phone', '#/play?seed=7&board=. . . . / . 64 . . / . . . . / . . . .', async page => {
  // The board takes swipes once it is the person's turn.
  await page.locator('.play-board.swipes [data-cell="1,1"][aria-label$=": 64"]').waitFor()
  const touch = await page.context().newCDPSession(page)
  const swipe = async (dx, dy) => {
    const box = await page.locator('.play-board .board').boundingBox()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (let i = 1; i <= 4; i++) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + dx * i / 4, y: y + dy * i / 4 }] })
    // A finger that leaves while it moves flings, and the browser takes a tap right after that for the end of the fling.
    await page.waitForTimeout(150)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + dx, y: y + dy }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.waitForTimeout(300)
  }
  await page.locator('.play-board .board').scrollIntoViewIfNeeded()
  await swipe(80, 0)
  await page.locator('.play-board [data-cell="1,3"][aria-label$=": 64"]').waitFor()
  await swipe(0, 80)
  await page.locator('.play-board [data-cell="3,3"][aria-label$=": 64"]').waitFor()
  await button(page, 'Undo').tap()
  await page.locator('.play-board [data-cell="1,3"][aria-label$=": 64"]').waitFor()
}, { width: 320, height: 640, touch: true })

story('a link and a file give the same game again', '#/play?seed=9&shape=3x3&player=greedy', async (page, { browser }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await settledGame(page)
  for (let i = 0; i < 8; i++) {
    await button(page, 'Step').click()
    await placed(page, i + 1)
  }
  const end = await boardOf(page, '.play-board')
  await button(page, 'Copy replay link').click()
  await says(page, '[role=status]', 'Copied a link')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const saved = page.waitForEvent('download')
  await button(page, 'Export replay').click()
  const text = await readFile(await (await saved).path(), 'utf8')

  const other = await browser.newPage()
  await other.goto(link)
  await settledGame(other)
  await placed(other, 8)
  assert.deepEqual(await boardOf(other, '.play-board'), end, 'by link')
  await other.close()

  await goTo(page, '#/play?seed=10')
  await placed(page, 0)
  await field(page, 'Import a replay').fill(text)
  await button(page, 'Load').click()
  await placed(page, 8)
  assert.deepEqual(await boardOf(page, '.play-board'), end, 'by file')
})

story('a person drops, a player slides, hints rate the slides', '#/play?seed=5&dropper=person&slider=player&player=greedy&shape=3x3', async page => {
  await says(page, '.turn', 'Your drop')
  await page.locator('.play-board [data-cell="0,0"]').click()
  await page.locator('.play-board [data-cell="0,0"][aria-label$=": 2"]').waitFor()
  await page.locator('.play-board [data-cell="1,1"]').click({ button: 'right' })
  await page.waitForFunction(() => document.querySelectorAll('.play-board .tile').length >= 2 && /Your drop/.test(document.querySelector('.turn').textContent))
  await goTo(page, '#/play?seed=5&player=greedy')
  await says(page, '.turn', 'Your slide')
  await page.keyboard.press('?')
  await page.locator('.edge.best').first().waitFor()
  await soundAtAllWidths(page)
})

/** The slider of the delay between two slides. */
const delayOf = page => page.locator('.field', { has: page.locator('label', { hasText: /^Delay/ }) }).locator('input')

story('hints with six features and exact values; perfect play and a helper to the end', '#/analyse?board=2 . / . 2', async page => {
  await button(page, 'Solve this game').click()
  await page.locator('.big-value').waitFor()
  await goTo(page, '#/play?shape=2x2&seed=4')
  await settledGame(page)
  await page.keyboard.press('?')
  const heads = page.locator('.hints thead th')
  for (const name of ['expectimax', 'score against chance', 'LG', 'MONO', 'EMPTY', 'MTP', 'SHFT', 'ADJ']) await heads.filter({ hasText: name }).first().waitFor()
  await says(page, '.hints td', '★')
  await soundAtAllWidths(page)
  await field(page, 'Slider').selectOption({ label: 'Perfect play: score against chance' })
  await field(page, 'Dropper').selectOption({ label: 'Helper (friend): score against chance' })
  await delayOf(page).fill('0')
  await button(page, 'Auto').click()
  await page.locator('.notice').filter({ hasText: 'No slide is left' }).waitFor()
  await button(page, 'Undo').click()
  await page.locator('.notice').waitFor({ state: 'detached' })
})

story('auto-play against an adversary, pause, a step back', '#/play?seed=4&player=greedy&dropper=adversary', async page => {
  await settledGame(page)
  assert.deepEqual([await delayOf(page).getAttribute('min'), await delayOf(page).getAttribute('max')], ['0', '2'])
  await delayOf(page).fill('0.1')
  await button(page, 'Auto').click()
  await says(page, 'label', /^Move [4-9] of /)
  await button(page, 'Pause').click()
  const moves = Number(/^Move (\d+)/.exec(await page.locator('label', { hasText: /^Move \d+ of/ }).textContent())[1])
  await page.getByRole('button', { name: /back/i }).first().click()
  await placed(page, moves - 1)
})

story('an answer that comes too late changes nothing', '#/play?seed=5', async page => {
  await settledGame(page)
  const start = await boardOf(page, '.play-board')
  const text = start.map(row => row.map(face => face || '.').join(' ')).join(' / ')
  // Answers to all boards but the first are held back.
  let release
  const held = new Promise(resolve => { release = resolve })
  await page.route('**/api/v1/game/*', async route => {
    if (route.request().postDataJSON().board !== text) await held
    await route.continue().catch(() => {})
  })
  const slide = async board => page.keyboard.press(KEYS[Object.keys(KEYS).find(side => legal(board, side))][0])
  await slide(start)
  await placed(page, 1)
  // A slide that is under way when one goes back.
  await slide(await boardOf(page, '.play-board'))
  await page.keyboard.press('u')
  await placed(page, 0)
  const answers = page.waitForResponse('**/api/v1/game/*')
  release()
  await answers
  await page.waitForTimeout(300)
  await placed(page, 0)
  assert.deepEqual(await boardOf(page, '.play-board'), start)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

story('2048 is made, and play goes on; the end, and once more', '#/play?seed=1&board=1024 1024 . . / . . . . / . . . . / . . . .', async page => {
  await page.locator('.play-board [data-cell="0,0"][aria-label$=": 1024"]').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.locator('.notice').filter({ hasText: '2,048!' }).waitFor()
  await soundAtAllWidths(page)
  await button(page, 'Keep going').click()
  await page.locator('.notice').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await page.locator('.play-board [data-cell="0,3"][aria-label$=": 2048"]').waitFor()
  await goTo(page, '#/play?seed=1&board=2 4 / 4 2')
  await page.locator('.notice').filter({ hasText: 'No slide is left' }).waitFor()
  await button(page, 'Try again').click()
  await page.locator('.notice').waitFor({ state: 'detached' })
})

story('every tile system, every place, any rectangle', '#/play?seed=3', async page => {
  await settledGame(page)
  // Anywhere, and from each corner by rows and by columns.
  assert.ok(await field(page, 'Where they appear').locator('option').count() >= 9)
  for (const [at, shape, rows] of [[1, '3x3', 3], [2, '2x7', 2], [3, '5x4', 5]]) {
    await field(page, 'Tiles').selectOption({ index: at })
    await field(page, 'Shape').fill(shape)
    await button(page, 'Start this game').click()
    await page.waitForFunction(count => document.querySelectorAll('.play-board [role=row]').length === count, rows)
    await settledGame(page)
    await button(page, 'Step').click()
    await placed(page, 1)
    await page.keyboard.press('u')
    await placed(page, 0)
  }
  await soundAtAllWidths(page)
})

story('set up a board, play from it, and see through it', '#/play?seed=3', async page => {
  await settledGame(page)
  await page.locator('summary', { hasText: 'Set up a board' }).click()
  await field(page, 'Board to play from').fill('64 32 16 / 2 4 8 / . . .')
  await page.locator('.set-up [data-cell="0,0"][aria-label$=": 64"]').waitFor()
  await button(page, 'Play from this board').click()
  await page.locator('.play-board [data-cell="0,2"][aria-label$=": 16"]').waitFor()
  await page.getByLabel('Overlay', { exact: true }).selectOption('chain')
  await says(page, '.overlay-text', 'The chain from 64 has 6 tiles')
  await page.getByLabel('Overlay', { exact: true }).selectOption('rectangle')
  await says(page, '.overlay-text', 'only down is possible')
  assert.equal(await page.locator('.play-board .board-marks .bad').count(), 6)
  await soundAtAllWidths(page)
})

story('what is wrong with input stands beside it', '#/play?seed=3', async page => {
  await settledGame(page)
  await field(page, 'Shape').fill('0x9')
  await beside(page, 'Shape').waitFor()
  assert.equal(await button(page, 'Start this game').isDisabled(), true)
  await field(page, 'Import a replay').fill('nonsense')
  await button(page, 'Load').click()
  await beside(page, 'Import a replay').waitFor()
}, { refused: true })
