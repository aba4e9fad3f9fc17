// Arena: two players on 2x3 compared with histogram, table and shares of tiles; weights tuned and compared with the
// usual ones; a network trained, with its curve; what is wrong with players, weights and times.

import assert from 'node:assert/strict'
import { beside, button, field, lab, says, soundAtAllWidths } from './harness.mjs'

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

story('tune the six weights on 2x3, and compare them', '#/arena?tab=tune&shape=2x3&generations=4&population=6&games=4', async page => {
  await button(page, 'Tune').click()
  await says(page, '.job-state', 'Done')
  await says(page, '#curve-title', 'Mean largest tile, by generation')
  assert.equal(await page.locator('.chart polyline').count(), 2)
  const rows = page.locator('table', { has: page.locator('caption', { hasText: 'The best weights' }) }).locator('tbody tr')
  await rows.nth(5).waitFor()
  assert.equal(await rows.count(), 6)
  await soundAtAllWidths(page)
  await page.reload()
  await page.locator('table', { has: page.locator('caption', { hasText: 'Generations' }) }).waitFor()
  assert.equal(await field(page, 'Generations').inputValue(), '4')
  await page.getByRole('link', { name: /^Compare this player/ }).click()
  await field(page, 'Games of each player').fill('3')
  await button(page, 'Compare').click()
  await page.locator('.shares').waitFor()
  // Results so far may have one player only.
  await page.locator('.histogram').nth(1).waitFor()
})

story('train a network on 2x3, with its curve', '#/arena?tab=train&shape=2x3&tuples=0,1,2,3,4,5&time=2s&interval=100', async page => {
  await button(page, 'Train').click()
  await page.locator('#learning-title').waitFor()
  await says(page, '.job-state', 'Done')
  await says(page, 'caption', 'Points of the curve')
  const line = await page.locator('.chart polyline').first().getAttribute('points')
  assert.ok(line.split(' ').length >= 2, line)
  await soundAtAllWidths(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: /ntuple$/ }).click()
  await saved
})

story('what is wrong with weights and times stands beside them', '#/arena?tab=tune&shape=2x3', async page => {
  await field(page, 'Start from weights').fill('1/2/3')
  await button(page, 'Tune').click()
  await beside(page, 'Start from weights').waitFor()
  await page.evaluate(() => { location.hash = '#/arena?tab=train&shape=2x3' })
  await field(page, 'Time').fill('soon')
  await button(page, 'Train').click()
  await beside(page, 'Time').waitFor()
}, { refused: true })
