// Arena: two players on 2x3 compared with histogram, table and shares of tiles; a player that does not exist in that form.

import assert from 'node:assert/strict'
import { button, field, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

story('two players on 2x3', '#/arena?players=random greedy&shape=2x3&games=30', async page => {
  await button(page, 'Compare').click()
  await page.locator('.shares').waitFor()
  await says(page, 'caption', 'Players, seed 1')
  const rows = page.locator('table', { has: page.locator('caption', { hasText: 'Players, seed 1' }) }).locator('tbody tr')
  assert.equal(await rows.count(), 2)
  await says(page, '.job-state', 'Done')
  await soundAtAllWidths(page)
  // The form is filled in from the job after a reload.
  await page.reload()
  await page.locator('.shares').waitFor()
  assert.equal(await field(page, 'Player 1').inputValue(), 'random')
  assert.equal(await field(page, 'Shape').inputValue(), '2x3')
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'games-csv.csv' }).click()
  await saved
})

story('what is wrong with a player stands beside the list', '#/arena?players=expectimax:depth=99&shape=2x3&games=2', async page => {
  await button(page, 'Compare').click()
  await page.locator('section', { has: page.locator('#players-title') }).locator('.field-error').first().waitFor()
}, { refused: true })
