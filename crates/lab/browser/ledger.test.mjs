// Ledger: find a published figure, recompute it, see that it agrees, and that it is still so after a reload; the charts of
// 2024 computed anew; what is wrong with a filter.

import assert from 'node:assert/strict'
import { beside, button, field, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

story('recompute one figure', '#/ledger', async page => {
  await page.locator('.ledger-row').first().waitFor()
  const all = await page.locator('.ledger-row').count()
  await field(page, 'Search').fill('unique complete chain paths')
  await page.waitForFunction(count => document.querySelectorAll('.ledger-row').length < count, all)
  const rows = page.locator('.ledger-row')
  assert.equal(await rows.count(), 1)
  await page.getByRole('button', { name: /^Recompute: / }).click()
  await page.locator('.ledger-row.agrees').waitFor()
  await soundAtAllWidths(page)
  await field(page, 'State').selectOption('agrees')
  await page.reload()
  await page.locator('.ledger-row.agrees').waitFor()
  await field(page, 'State').selectOption('open')
  await says(page, 'main', 'No figure matches')
  await button(page, 'Show all').click()
  await page.waitForFunction(count => document.querySelectorAll('.ledger-row').length >= count, all)
})

story('a long recomputation is cancelled', '#/ledger?q=lees-miller-3x3-to-1024', async page => {
  await page.getByRole('button', { name: /^Recompute: / }).first().click()
  await page.locator('.ledger-run').waitFor()
  await page.locator('.ledger-run').getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.ledger-run').waitFor({ state: 'detached' })
  await says(page, '.ledger-action', 'cancelled')
})

story('errata, and what was first computed here', '#/ledger?state=erratum', async page => {
  await says(page, '.ledger-verdict', 'erratum, see below')
  assert.equal(await page.locator('.ledger-row').count(), await page.locator('.ledger-more', { hasText: 'Why it differs' }).count())
  await field(page, 'Costs at most').fill('1s')
  await page.locator('.ledger-row').first().getByRole('button', { name: /^Recompute: / }).click()
  await page.locator('.ledger-row.erratum').first().waitFor()
  await says(page, '.ledger-verdict', 'erratum, explained')
  await field(page, 'State').selectOption('first')
  await says(page, '.ledger-values dt', 'Recorded')
  await page.locator('.ledger-row').first().getByRole('button', { name: /^Recompute: / }).click()
  await page.locator('.ledger-row.first').first().waitFor()
  await soundAtAllWidths(page)
})

story('the charts of 2024, computed now', '#/ledger?view=charts&games=1', async page => {
  await says(page, 'h3', 'Figure 29')
  assert.equal(await page.locator('.charts .bars').count(), 5)
  const weights = await page.locator('.panel', { has: page.locator('h3', { hasText: 'Figure 29' }) }).locator('.bar-value').allTextContents()
  assert.equal(weights.length, 6)
  assert.ok(weights.every(text => /^−?[\d.]+$/.test(text.trim())), `${weights}`)
  // What was published stands there before anything is computed.
  await says(page, '.published-mark', 'published 25 %')
  await button(page, 'Tune weights').click()
  await says(page, '.field-hint', /over \d+ sets of weights/)
  await button(page, 'Play the games').click()
  await says(page, '.charts .field-hint', /1 game of features/)
  await says(page, '.bar-value', /\d+ % \(/)
  await soundAtAllWidths(page)
})

story('what is wrong with a filter stands beside it', '#/ledger', async page => {
  await page.locator('.ledger-row').first().waitFor()
  const all = await page.locator('.ledger-row').count()
  await field(page, 'Costs more than').fill('soon')
  await beside(page, 'Costs more than').filter({ hasText: 'Write a time' }).waitFor()
  assert.equal(await page.locator('.ledger-row').count(), all, 'what cannot be read filters nothing')
  await field(page, 'Costs more than').fill('1m')
  await beside(page, 'Costs more than').waitFor({ state: 'detached' })
  await page.waitForFunction(count => document.querySelectorAll('.ledger-row').length < count, all)
  await field(page, 'Search').fill('no such figure')
  await says(page, 'main', 'No figure matches')
})
