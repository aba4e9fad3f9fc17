// Reach: a checkerboard and the game that makes it, step by step; the reason for a no; a pattern painted by keyboard.

import assert from 'node:assert/strict'
import { beside, boardOf, button, field, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

/** Waits for the answer; on a slow machine the look-up gives up, and a job goes on. */
async function answered (page) {
  const job = button(page, 'Search as a job')
  await page.locator('.answer h2').or(job).first().waitFor()
  if (await job.isVisible()) await job.click()
  await page.locator('.answer h2').waitFor()
}

story('a checkerboard of 3x5 and the game that makes it', '#/reach', async page => {
  await button(page, 'Checkerboard 3×5').click()
  // The answer to the pattern before stands there until the new one comes.
  await page.waitForFunction(() => document.querySelectorAll('.witness [role=gridcell]').length === 15 || [...document.querySelectorAll('button')].some(one => one.textContent === 'Search as a job'))
  await answered(page)
  await says(page, '.answer h2', 'Yes, it can be reached')
  const step = page.locator('.witness-step')
  await step.waitFor()
  const last = Number(/of (\d+)/.exec(await step.textContent())[1])
  const end = await boardOf(page, '.witness')
  for (const [r, row] of end.entries()) {
    for (const [c, face] of row.entries()) assert.equal(face, (r + c) % 2 === 0 ? end[0][0] : end[0][1])
  }
  assert.deepEqual([end[0][0], end[0][1]].sort(), [2, 4])

  await button(page, 'Start').click()
  await says(page, '.witness-step', 'the empty board')
  for (let at = 1; at <= 5; at++) {
    await button(page, 'Step').click()
    await says(page, '.witness-step', `Step ${at} of ${last}`)
  }
  await button(page, 'Back').click()
  await says(page, '.witness-step', `Step 4 of ${last}`)
  // The place is part of the address.
  await page.reload()
  await answered(page)
  await says(page, '.witness-step', `Step 4 of ${last}`)
  await button(page, 'End').click()
  await says(page, '.witness-step', `Step ${last} of ${last}`)
  await soundAtAllWidths(page)
  assert.deepEqual(await boardOf(page, '.witness'), end)
})

// Section 4 of Edixhoven's thesis: the sizes of a checkerboard.
const SIZES = ['✓✓✓✗✗', '✓✓✓✓✓', '✓✓✓✗✓', '✗✓✗✗✗', '✗✓✓✗✗']

story('the table of checkerboards', '#/reach?view=table&upto=5x5', async page => {
  const rows = page.locator('table', { hasText: '✓' }).first().locator('tbody tr')
  await rows.nth(4).waitFor()
  assert.deepEqual((await rows.allTextContents()).map(text => text.replace(/[^✓✗]/g, '')), SIZES)
  await soundAtAllWidths(page)
})

story('a pattern that cannot be reached, and why', '#/reach?pattern=checkerboard&shape=2x2', async page => {
  await answered(page)
  await says(page, '.answer h2', /^(Yes|No)/)
  await page.evaluate(() => { location.hash = '#/reach?pattern=333/333' })
  await says(page, '.answer h2, button', /^No|Search as a job/)
  await answered(page)
  await says(page, '.answer h2', 'No, it cannot be reached')
  await says(page, '.answer p', /^Why: /)
})

story('a pattern is painted by keyboard; what is wrong with one stands beside it', '#/reach?pattern=1*/**', async page => {
  await page.locator('.editor [data-cell="0,0"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('2')
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('pattern=12/**'))
  await field(page, 'Pattern').fill('12/3')
  await beside(page, 'Pattern').filter({ hasText: 'Row 2 has 1 cells instead of 2' }).waitFor()
})

story('sequences that match a pattern of slides', '#/reach', async page => {
  await button(page, '2×9 by a pattern of slides').click()
  await says(page, '.sequences, button', /DURDURDURDURDUDUUDUUDUUDUU|Search as a job/)
  await answered(page)
  await says(page, '.facts', 'That match')
  await page.locator('.sequences button').first().click()
  await says(page, '.witness-step', /Step \d+ of \d+/)
  await soundAtAllWidths(page)
  await field(page, 'Only sequences that match').fill('^(DUR')
  await beside(page, 'Only sequences that match').filter({ hasText: 'no regular expression' }).waitFor()
  await field(page, 'Only sequences that match').fill('^X')
  await beside(page, 'Only sequences that match').filter({ hasText: '“X” is no slide' }).waitFor()
}, { refused: true })
