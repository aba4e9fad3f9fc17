// Change: 185 in coins of 3-smooth numbers, the plot of totals, and what is wrong with a formula.

import assert from 'node:assert/strict'
import { beside, button, field, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

story('change 185 with 3-smooth coins and draw the totals', '#/change', async page => {
  await button(page, '3-smooth: 185 in coins').click()
  await says(page, '.pairs', /\d coins/)
  await button(page, 'Draw the plot').click()
  const plot = page.locator('.picture img').first()
  await plot.waitFor()
  await page.waitForFunction(() => document.querySelector('.picture img').naturalWidth > 0)
  await soundAtAllWidths(page)
  const saved = page.waitForEvent('download')
  await page.locator('.picture').getByRole('link', { name: 'SVG' }).click()
  assert.equal((await saved).suggestedFilename(), 'plot.svg')
})

story('what is wrong with input stands beside it', '#/change', async page => {
  await field(page, 'Allowed values').selectOption('formula')
  await field(page, 'Formula').fill('n^^2')
  await beside(page, 'Formula').waitFor()
  await field(page, 'Formula').fill('n^2+1')
  await beside(page, 'Formula').waitFor({ state: 'detached' })
  await field(page, 'Cells, up to').fill('0')
  await beside(page, 'Cells, up to').waitFor()
  await field(page, 'Change an amount').fill('ten')
  await beside(page, 'Change an amount').waitFor()
}, { refused: true })
