// Breakthrough: win against perfect play from the side that wins, take back, set up a position and ask who wins it.

import assert from 'node:assert/strict'
import { beside, button, cursorTo, field, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

story('who wins 4x3, and win it', '#/breakthrough', async page => {
  await button(page, '4×3').click()
  await says(page, '.answer h2', 'wins 4x3')
  const winner = /^(White|Black)/.exec(await page.locator('.answer h2').textContent())[1]
  await field(page, 'You play').selectOption({ label: winner })
  for (let moves = 0; ; moves++) {
    assert.ok(moves < 30, 'the game does not end')
    await page.waitForFunction(() => {
      const turn = document.querySelector('.game-turn')?.textContent ?? ''
      return /has won/.test(turn) || (/choose a pawn/.test(turn) && document.querySelector('.move-list button'))
    })
    if (/has won/.test(await page.locator('.game-turn').textContent())) break
    const line = await page.locator('.game-line').textContent().catch(() => '')
    // The best move comes first.
    await page.locator('.move-list button').first().click()
    await page.waitForFunction(old => document.querySelector('.game-line')?.textContent !== old, line)
  }
  assert.match(await page.locator('.game-turn').textContent(), new RegExp(`${winner} has won`))
  await button(page, 'Take back').click()
  await says(page, '.game-turn', 'choose a pawn')
  await soundAtAllWidths(page)
})

story('by keyboard: a pawn, then a cell', '#/breakthrough?shape=4x3&side=both', async page => {
  await page.locator('.move-list button').first().waitFor()
  await cursorTo(page, '[role=grid]', [2, 0])
  await page.keyboard.press('Enter')
  await page.locator('.pawn-from').first().waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await says(page, '.game-turn', 'Black to move')
})

story('set up a position, and ask who wins it', '#/breakthrough?shape=4x3', async page => {
  await page.locator('.move-list button').first().waitFor()
  await button(page, 'Set up').click()
  await soundAtAllWidths(page)
  await field(page, 'Position').fill('.../..W/B../... w')
  await button(page, 'Play from here').click()
  await says(page, 'main', /White wins in \d+ pl/)
})

story('what is wrong with input stands beside it', '#/breakthrough?shape=4x3', async page => {
  await field(page, 'Board').fill('2x2')
  await beside(page, 'Board').filter({ hasText: 'at least 4 rows' }).waitFor()
  await field(page, 'Board').fill('4x3')
  await field(page, 'Position').fill('BBB/B.B w')
  await beside(page, 'Position').waitFor()
})
