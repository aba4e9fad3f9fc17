// Prove: 16 can be forced on 2x2; then play Dropper against the solved table, lose, and come back by link.

import assert from 'node:assert/strict'
import { beside, button, cursorTo, field, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

story('prove that 16 is forced on 2x2, and lose against it as Dropper', '#/prove', async page => {
  await button(page, '16 on 2×2').click()
  await says(page, '.answer h2', 'Yes: 16 can be forced on 2x2')
  await button(page, 'Solve it and play').click()
  const turn = page.locator('.duel-turn')
  await turn.waitFor()
  for (let drops = 0; !/has won/.test(await turn.textContent()); drops++) {
    assert.ok(drops < 40, 'the game does not end')
    // By keyboard: to an empty cell, and Enter.
    const empty = page.locator('.duel [role=gridcell][aria-label*="empty"]').first()
    await cursorTo(page, '.duel', (await empty.getAttribute('data-cell')).split(',').map(Number))
    await page.keyboard.press('Enter')
    await page.waitForFunction(count => document.querySelectorAll('.duel-log li').length > count && !/answers/.test(document.querySelector('.duel-turn').textContent), drops)
  }
  assert.match(await turn.textContent(), /16 is made: Slider has won/)
  assert.equal(await page.locator('.duel-log .lost').count(), 0, 'no drop saves Dropper')
  const rounds = await page.locator('.duel-log li').count()
  await page.reload()
  await says(page, '.duel-turn', 'Slider has won')
  assert.equal(await page.locator('.duel-log li').count(), rounds)
  await button(page, 'Take back').click()
  await says(page, '.duel-turn', 'Your drop')
  await soundAtAllWidths(page)
})

story('what is wrong with input stands beside it', '#/prove?shape=2x2', async page => {
  await field(page, 'Tile to force').fill('17')
  await beside(page, 'Tile to force').filter({ hasText: '17 is no tile' }).waitFor()
  await field(page, 'Shape').fill('two')
  await beside(page, 'Shape').waitFor()
})
