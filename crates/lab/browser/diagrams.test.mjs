// Diagrams: a good order, a bad one, a variable moved by keyboard, the picture as a file, a formula that has a fault.

import assert from 'node:assert/strict'
import { beside, button, field, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

const nodes = page => page.locator('.dd-node').count()

story('the order decides how large a diagram is', '#/diagrams', async page => {
  await button(page, 'Two pairs, a good order').click()
  await says(page, '.facts', 'x1 < x2 < x3 < x4')
  const good = await nodes(page)
  assert.equal(good, 4)
  // x2 one place later: the pairs are torn apart.
  await page.getByRole('button', { name: /^x2, place 2/ }).press('ArrowRight')
  await says(page, '.facts', 'x1 < x3 < x2 < x4')
  assert.ok(await nodes(page) > good)
  await button(page, 'Usual').click()
  await says(page, '.facts', 'x1 < x2 < x3 < x4')
  assert.equal(await nodes(page), good)
  await button(page, 'Make the picture as a file').click()
  await page.locator('.picture img').waitFor()
  await soundAtAllWidths(page)
  const saved = page.waitForEvent('download')
  await page.locator('.picture').getByRole('link', { name: 'SVG' }).click()
  assert.equal((await saved).suggestedFilename(), 'save.svg')
})

story('what is wrong with a formula stands beside it', '#/diagrams', async page => {
  await field(page, 'Formula').fill('x1 & (x2')
  await beside(page, 'Formula').waitFor()
  await field(page, 'Formula').fill('x1 & x2')
  await beside(page, 'Formula').waitFor({ state: 'detached' })
}, { refused: true })
