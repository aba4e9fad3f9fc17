// Arena: two players on 2x3 compared with histogram, table and shares of tiles; weights tuned and compared with the
// usual ones; a network trained, with its curve; what is wrong with players, weights and times.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

story('the histogram grows while games are played; what was played stays after Cancel', '#/arena?players=random greedy&games=100000&shape=3x3', async page => {
  await button(page, 'Compare').click()
  await says(page, '#scores-title', 'Scores, so far')
  const games = () => page.locator('.histogram figcaption').first().textContent()
  const first = await games()
  await page.waitForFunction(old => document.querySelector('.histogram figcaption')?.textContent !== old, first)
  await button(page, 'Cancel').click()
  await says(page, '.job-state', 'Cancelled')
  await page.locator('.histogram').first().waitFor()
  await soundAtAllWidths(page)
})

story('games from a board of one\'s own', '#/arena?players=random greedy&shape=2x2&games=5', async page => {
  await field(page, 'Games begin with').selectOption('board')
  await field(page, 'Begin with this board').fill('8 4 / 2 .')
  await page.locator('.editor [data-cell="0,0"][aria-label$=": 8"]').waitFor()
  await soundAtAllWidths(page)
  await button(page, 'Compare').click()
  await page.locator('.shares').waitFor()
  await page.reload()
  await page.locator('.editor [data-cell="0,0"][aria-label$=": 8"]').waitFor()
  assert.equal(await field(page, 'Shape').inputValue(), '2x2')
  await field(page, 'Begin with this board').fill('8 4 / 2')
  await beside(page, 'Begin with this board').waitFor()
}, { refused: true })

story('what is wrong with a player stands beside the list', '#/arena?players=expectimax:depth=99&shape=2x3&games=2', async page => {
  await button(page, 'Compare').click()
  await page.locator('section', { has: page.locator('#players-title') }).locator('.field-error').first().waitFor()
}, { refused: true })

story('the player of the authors\' program, and its parameters', '#/arena?players=features:variant=program features:slides=1&shape=4x4&games=2', async page => {
  const first = page.locator('.player').first()
  assert.equal(await first.getByLabel('variant', { exact: true }).inputValue(), 'program')
  await soundAtAllWidths(page)
  await button(page, 'Compare').click()
  await says(page, '.job-state', 'Done')
  await says(page, 'table td, table th', /^features:variant=program$/)
  await first.getByLabel('variant', { exact: true }).selectOption('text')
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('features:variant=text'))
})

// Whoever makes somebody open an address could otherwise run programs on their machine.
const MARK = join(mkdtempSync(join(tmpdir(), 'twofold-browser-')), 'ran')

story('no address runs a program', `#/arena?players=external:>${MARK} random&shape=2x2&games=1`, async page => {
  const players = page.locator('section', { has: page.locator('#players-title') })
  await says(page, '.player .field-hint', 'for the command line')
  assert.equal(await field(page, 'Player 1').locator('option').filter({ hasText: /^(external|table)$/ }).count(), 0)
  await button(page, 'Compare').click()
  await players.locator('.field-error').filter({ hasText: 'names a file or a program' }).waitFor()
  for (const player of [`external:>${MARK}`, `table:${MARK}`, `ntuple:file=${MARK}`]) {
    await page.evaluate(text => { location.hash = `#/play?shape=2x2&player=${encodeURIComponent(text)}` }, player)
    await page.locator('.play-board .tile').first().waitFor()
    await button(page, 'Step').click()
    await beside(page, 'Player').filter({ hasText: 'read files or run programs' }).waitFor()
  }
  assert.equal(await page.evaluate(() => fetch('/api/v1/jobs').then(answer => answer.json()).then(jobs => jobs.filter(job => JSON.stringify(job.options).includes('external')).length)), 0)
  assert.equal(existsSync(MARK), false, 'a program ran')
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

story('tune the weights of the program, without what it has not', '#/arena?tab=tune&shape=2x2&look=sum&generations=1&population=2&games=1', async page => {
  await field(page, 'Features').selectOption('program')
  await page.waitForFunction(() => /variant=program/.test(location.hash) && /look=best/.test(location.hash))
  await button(page, 'Tune').click()
  await beside(page, 'Population').filter({ hasText: /^\s*“2” does not fit: 2 is not in the range from 4 to \d+\s*$/ }).waitFor()
  await field(page, 'Population').fill('4')
  await button(page, 'Tune').click()
  await says(page, '.job-state', 'Done')
  assert.equal(await page.evaluate(() => fetch('/api/v1/jobs').then(answer => answer.json()).then(([job]) => job.options.variant)), 'program')
  await page.getByRole('link', { name: /^Compare this player/ }).click()
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('features:variant=program,slides=1'))
}, { refused: true })

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
