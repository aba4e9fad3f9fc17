// Ledger: find a published figure, recompute it, see that it agrees, and that it is still so after a reload.

import assert from 'node:assert/strict'
import { button, field, lab, says, soundAtAllWidths } from './harness.mjs'

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
