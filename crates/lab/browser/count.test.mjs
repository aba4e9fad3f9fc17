// Count: a small game whose count agrees with the published one; a larger one whose layers grow live, that goes
// on through a reload and is cancelled; and the list of jobs, from which it is deleted.

import assert from 'node:assert/strict'
import { beside, button, field, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

story('2x2 to 32 agrees with what is published', '#/count', async page => {
  await button(page, '2×2 to 32').click()
  await page.locator('.verdict.agrees').first().waitFor()
  await page.waitForFunction(() => {
    const plots = [...document.querySelectorAll('.count-plots img')]
    return plots.length === 3 && plots.every(image => image.complete && image.naturalWidth > 0)
  })
  await soundAtAllWidths(page)
  const saved = page.waitForEvent('download')
  await page.locator('.count-plots').getByRole('button', { name: 'PNG' }).first().click()
  assert.equal((await saved).suggestedFilename(), 'plot.png')
})

story('layers grow live; a job outlives a reload and can be cancelled', '#/count?shape=4x4&to=32', async page => {
  await button(page, 'Count every position').click()
  const told = page.locator('.live-layers strong')
  await told.waitFor()
  const first = await told.textContent()
  await page.waitForFunction(old => document.querySelector('.live-layers strong')?.textContent !== old, first)
  const layers = () => page.locator('.live-layers').getAttribute('data-layers').then(Number)
  const before = await layers()
  await page.reload()
  await says(page, '.job-state', 'Running')
  await told.waitFor()
  assert.ok(await layers() >= before, 'the chart goes on with what was seen')
  await button(page, 'Cancel').click()
  await says(page, '.job-state', 'Cancelled')

  await page.evaluate(() => { location.hash = '#/jobs' })
  const job = page.locator('.job', { hasText: 'Count 4x4 to 32' })
  await job.getByRole('button', { name: 'Delete, with its files' }).click()
  await job.waitFor({ state: 'detached' })
})

story('from a board of one\'s own', '#/count?shape=2x2&to=32', async page => {
  await field(page, 'Play starts with').selectOption('board')
  await field(page, 'Start from this board').fill('16 8 / 4 2')
  await page.locator('.count-from [data-cell="0,0"][aria-label$=": 16"]').waitFor()
  await button(page, 'Count every position').click()
  await says(page, '.job-title', 'from a board')
  await page.locator('section[aria-label="Result"]').waitFor()
  await says(page, '.facts', /Positions/)
  await soundAtAllWidths(page)
  await field(page, 'Start from this board').fill('16 8 / 4')
  await beside(page, 'Start from this board').waitFor()
}, { refused: true })

story('too large for memory, and what to do: layers in a store', '#/count?shape=4x4&to=64', async page => {
  await button(page, 'Count every position').click()
  await beside(page, 'Shape').filter({ hasText: 'of memory' }).waitFor()
  await says(page, '.field.wrong .field-hint', 'tile sum to stop after')
  assert.doesNotMatch(await page.locator('main').textContent(), /--/, 'options of the command line')
  await field(page, 'Keep the layers in a store on disk: for games larger than memory').check()
  await button(page, 'Count every position').click()
  await page.locator('.live-layers strong').waitFor()
  await soundAtAllWidths(page)
  await button(page, 'Cancel').click()
  await says(page, '.job-state', 'Cancelled')
}, { refused: true })

story('many remarks of a job are folded', '#/arena?tab=train&shape=2x2&tuples=0,1,2,3&time=1s&interval=50', async page => {
  await button(page, 'Train').click()
  await says(page, '.job-state', 'Done')
  await page.evaluate(() => { location.hash = '#/jobs' })
  const remarks = page.locator('.job', { hasText: 'Train a network' }).locator('.many-remarks')
  await remarks.waitFor()
  assert.equal(await remarks.locator('.remarks').isVisible(), false)
  await remarks.locator('summary').click()
  await remarks.locator('.remarks').waitFor()
})

story('what is wrong with input stands beside it', '#/count?shape=3x3', async page => {
  await field(page, 'Play stops at tile').fill('100')
  await beside(page, 'Play stops at tile').filter({ hasText: '100 is no tile' }).waitFor()
  await field(page, 'Stop after tile sum').fill('many')
  await beside(page, 'Stop after tile sum').waitFor()
  assert.equal(await button(page, 'Count every position').isDisabled(), true)
})
