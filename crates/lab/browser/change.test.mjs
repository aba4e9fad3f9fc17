// Change: 185 in coins of 3-smooth numbers, the plot of totals, values from a file, and what is wrong with a formula.

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

story('tiles that can stand together, step by step', '#/change', async page => {
  await button(page, '3 and 15 among Mersenne numbers').click()
  await says(page, 'main', /Yes, in \d+ steps, checked step by step/)
  await soundAtAllWidths(page)
})

story('values of one\'s own, from a file', '#/change', async page => {
  await field(page, 'Allowed values').selectOption('own')
  await page.locator('input[type=file][aria-label="File of values"]').setInputFiles({ name: 'coins.txt', mimeType: 'text/plain', buffer: Buffer.from('1\n3\n4\n') })
  await page.locator('.check', { hasText: 'all values there are' }).locator('input').check()
  await says(page, '.facts', 'Largest total on')
  await field(page, 'Change an amount').fill('6')
  // Greedily 4 + 1 + 1, at best 3 + 3.
  await says(page, '.pairs', /4 \+ 2 × 1 \(3 coins\).*2 × 3 \(2 coins\)/s)
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('values=1'))
  await soundAtAllWidths(page)
  await field(page, 'Values').fill('1\n4\n3')
  await beside(page, 'Values').filter({ hasText: '3 does not come after 4' }).waitFor()
  await field(page, 'Values').fill('2\n3')
  await beside(page, 'Values').filter({ hasText: 'The first value is 1' }).waitFor()
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
