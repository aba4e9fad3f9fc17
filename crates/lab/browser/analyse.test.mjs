// Analyse: solve 2x3 and 3x3, follow the best line to its end, and find that the game has no mistake; overlays; boards
// in any notation, and what is wrong with one.

import assert from 'node:assert/strict'
import { PATIENCE, beside, boardOf, button, field, goTo, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

story('solve 2x3 and follow the best line to its end', '#/analyse?board=2 . . / . . 2', async page => {
  await button(page, 'Solve this game').click()
  await page.locator('.big-value').waitFor()
  assert.match(await page.locator('.choice').first().textContent(), /best/)
  await button(page, 'Follow to the end').click()
  await says(page, '.line li', 'end of the game')
  await button(page, 'Go to the end of this line').click()
  await says(page, 'main', 'No slide is legal: play ends here.')
  assert.equal((await boardOf(page, '.editor')).flat().includes(0), false, 'the board is full')
  await says(page, '.analyse-game', 'there was no mistake')

  // Along the graph of values back to the beginning.
  const graph = page.getByRole('slider', { name: /by slide$/ })
  await graph.focus()
  await page.keyboard.press('Home')
  await says(page, 'label', /^Step 0 of /)
  assert.deepEqual(await boardOf(page, '.editor'), [[2, 0, 0], [0, 0, 2]])
  await soundAtAllWidths(page)

  // A slide of one's own, and the drops that may follow.
  await page.locator('.choice').last().click()
  await says(page, 'h2', 'Drops')
  await page.getByRole('button', { name: /^Drop 2 in/ }).first().click()
  await says(page, 'h2', 'Slides, best first')
})

// All of 3x3 has 48,713,525 positions: seconds for a release build, minutes for that of the tests, which end play at a tile.
const END = process.env.WHOLE ? '' : '128'

story('solve 3x3 and follow the best line to its end', '#/analyse?board=2 . . / . 2 . / . . .', async page => {
  page.setDefaultTimeout(PATIENCE * 4)
  await field(page, 'Play ends at').fill(END)
  await button(page, 'Solve this game').click()
  await page.getByRole('progressbar').first().waitFor()
  await page.locator('.big-value').waitFor()
  await says(page, 'summary', 'Solve 3x3')
  await button(page, 'Follow to the end').click()
  await says(page, '.line li', 'end of the game')
  await button(page, 'Go to the end of this line').click()
  await says(page, '.analyse-game', 'there was no mistake')
  const end = (await boardOf(page, '.editor')).flat()
  assert.ok(END ? end.includes(Number(END)) || !end.includes(0) : !end.includes(0), `the game is over: ${end}`)
})

const OVERLAID = '#/analyse?board=512 256 128 64 / 4 8 16 32 / . . . . / . . . .'

story('the mistakes of a game, the dearest first', '#/analyse?board=2 . / . 2', async page => {
  await button(page, 'Solve this game').click()
  await page.locator('.big-value').waitFor()
  await goTo(page, '#/play?shape=2x2&seed=8&player=random')
  await page.locator('.play-board .tile').first().waitFor()
  await page.locator('.field', { has: page.locator('label', { hasText: /^Delay/ }) }).locator('input').fill('0')
  await button(page, 'Auto').click()
  await page.locator('.notice').waitFor()
  await page.getByText('Analyse this game', { exact: true }).click()
  await says(page, 'p', /of \d+ slides were best/)
  await says(page, 'caption', 'Mistakes, the dearest first')
  const go = page.getByRole('button', { name: /^Go there: slide/ }).first()
  const slide = Number(/\d+/.exec(await go.getAttribute('aria-label'))[0])
  await go.click()
  await page.locator('tr.selected').first().waitFor()
  await says(page, 'label', /^Step \d+ of \d+/)
  assert.ok(slide > 0)
  await soundAtAllWidths(page)
})

story('overlays: chain, monotone lines, locked tiles, rectangle state', OVERLAID, async page => {
  const overlay = field(page, 'Overlay')
  await overlay.selectOption('chain')
  await says(page, '.field-hint', 'The chain from 512 has 8 tiles')
  assert.equal(await page.locator('.board-marks .arrow').count(), 7)
  await overlay.selectOption('monotone')
  await says(page, '.field-hint', '5 of 8 rows and columns are monotone')
  await overlay.selectOption('locked')
  await says(page, '.field-hint', '2 rows and columns are locked')
  await overlay.selectOption('rectangle')
  await says(page, '.field-hint', 'A rectangle state: only down is possible')
  assert.equal(await page.locator('.board-marks .bad').count(), 8)
  await soundAtAllWidths(page)
})

story('the answer can be hidden until one has tried', '#/analyse?board=2 . / . 2&hide=1', async page => {
  await page.locator('.edge').first().waitFor()
  await says(page, '.edge-value', '?')
  assert.equal(await page.locator('.choice').count(), 0)
  await page.locator('button.edge:not([disabled])').first().click()
  await page.locator('.choice').first().waitFor()
})

story('boards in any notation, painted and turned', '#/analyse?board=2 4 8 / . . . / . . .', async page => {
  const notation = field(page, 'Board')
  await notation.fill('0x0132')
  await page.waitForFunction(() => document.querySelectorAll('.editor [role=row]').length === 2)
  assert.deepEqual(await boardOf(page, '.editor'), [[0, 2], [8, 4]])
  await button(page, 'Rotate ↻').click()
  await page.locator('.editor [data-cell="0,0"][aria-label*=": 8"]').waitFor()
  await page.locator('.editor [role=gridcell][tabindex="0"]').focus()
  await page.keyboard.press('9')
  await page.locator('.editor [data-cell="0,0"][aria-label*=": 512"]').waitFor()
  await notation.fill('2/4/8')
  await page.locator('.readings button').first().click()
  await beside(page, 'Board').waitFor({ state: 'detached' })
  await notation.fill('2 7 /')
  await beside(page, 'Board').waitFor()
}, { refused: true })
