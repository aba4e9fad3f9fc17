// Studio: paint a picture by mouse and keyboard, make it out of tiles and download it; step a glider and back;
// hide a heart in dots and show the key; filter the gallery of chains.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { beside, button, cursorTo, field, goTo, lab, says, soundAtAllWidths } from './harness.mjs'

const { story } = lab()

const picture = page => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('pic') ?? '')
const row = (page, start) => page.waitForFunction(
  start => (new URLSearchParams(location.hash.split('?')[1]).get('pic') ?? '').startsWith(start), start)

story('paint a picture, make it out of tiles, download it', '#/studio', async page => {
  await page.locator('.paint-grid').waitFor()
  await field(page, 'Rows').fill('4')
  await page.keyboard.press('Tab')
  await field(page, 'Columns').fill('4')
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.querySelectorAll('.paint-cell').length === 16)
  await button(page, 'Reset').click()
  const blank = await picture(page)
  const empty = blank[0]

  // A stroke over the first row.
  await page.locator('.paint-cell[data-cell="0,0"]').hover()
  await page.mouse.down()
  for (const column of [1, 2, 3]) await page.locator(`.paint-cell[data-cell="0,${column}"]`).hover()
  await page.mouse.up()
  await page.waitForFunction(old => new URLSearchParams(location.hash.split('?')[1]).get('pic') !== old, blank)
  const stroke = (await picture(page)).slice(0, 4)
  assert.equal(stroke, stroke[0].repeat(4))
  assert.notEqual(stroke[0], empty)
  await button(page, 'Undo').click()
  await row(page, empty.repeat(4))
  await button(page, 'Redo').click()
  await row(page, stroke)

  // By keyboard: another colour, one cell.
  await cursorTo(page, '.paint-grid', [0, 0])
  await page.keyboard.press('5')
  await page.keyboard.press(' ')
  await page.waitForFunction(old => !(new URLSearchParams(location.hash.split('?')[1]).get('pic') ?? '').startsWith(old), stroke)

  await button(page, 'Make image').click()
  await page.locator('#made-title').waitFor()
  await soundAtAllWidths(page)
  const gif = page.waitForEvent('download')
  await page.getByRole('link', { name: 'GIF of the play' }).click()
  assert.match((await readFile(await (await gif).path())).subarray(0, 6).toString('latin1'), /^GIF8/)
  const png = page.waitForEvent('download')
  await page.locator('section', { has: page.locator('#made-title') }).getByRole('button', { name: 'PNG' }).first().click()
  assert.equal((await readFile(await (await png).path())).subarray(1, 4).toString('latin1'), 'PNG')
})

story('a glider of tiles, a step and back', '#/studio?tab=life&generations=6', async page => {
  await button(page, 'Make the generations').click()
  await says(page, '#generations-title', 'Generation 0')
  await says(page, '.life-facts', '5 alive')
  await page.locator('#generations-title').click()
  await page.keyboard.press(' ')
  await page.keyboard.press(' ')
  await says(page, '#generations-title', 'Generation 2')
  await page.keyboard.press('Backspace')
  await says(page, '#generations-title', 'Generation 1')
  await soundAtAllWidths(page)
  await says(page, '.life-facts', '5 alive')
  const saved = page.waitForEvent('download')
  await page.locator('section', { has: page.locator('#generations-title') }).getByRole('button', { name: 'SVG' }).click()
  assert.equal((await saved).suggestedFilename(), 'generation-1.svg')
})

story('an image is imported, made, and edited', '#/studio', async page => {
  const form = page.locator('section', { has: page.locator('#import-title') })
  await form.waitFor()
  const png = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 32 })
    const pen = canvas.getContext('2d')
    for (const [color, ...box] of [['#ffffff', 0, 0, 64, 32], ['#cc3333', 16, 8, 32, 16]]) {
      pen.fillStyle = color
      pen.fillRect(...box)
    }
    return canvas.toDataURL('image/png').split(',')[1]
  })
  await form.locator('input[type=file]').setInputFiles({ name: 'flag.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await says(page, '.drop', 'flag.png, 64 × 32 pixels')
  await field(page, 'Colours').fill('2')
  await button(page, 'Make image of this file').click()
  await page.locator('#made-title').waitFor()
  await soundAtAllWidths(page)
  await button(page, 'Edit this picture').click()
  await page.waitForFunction(() => document.querySelectorAll('.paint-cell').length === 72)
  await form.locator('input[type=file]').setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('nonsense') })
  await form.locator('.problem').waitFor()
})

const LARGE = Array.from({ length: 16 }, (_, r) => Array.from({ length: 16 }, (_, c) => '#.rg'[(r * 7 + c * c) % 4]).join('')).join('/')

story('a picture of 16×16 is a job: through a reload, and cancelled', `#/studio?pic=${encodeURIComponent(LARGE)}`, async page => {
  await page.waitForFunction(() => document.querySelectorAll('.paint-cell').length === 256)
  await button(page, 'Make image').click()
  await says(page, '.job-state', 'Running')
  await page.reload()
  await page.locator('.job').waitFor()
  await page.getByRole('progressbar').first().waitFor()
  await button(page, 'Cancel').click()
  await says(page, '.job-state', 'Cancelled')
})

story('the reason why a picture cannot be made', '#/studio', async page => {
  await button(page, 'Too many colours').click()
  await button(page, 'Make image').click()
  await says(page, '.job-negative', /different tiles are needed .* but rows of 3 cells hold 6 at most/)
  await soundAtAllWidths(page)
})

story('Life from RLE: its period, and its population', '#/studio?tab=life', async page => {
  await field(page, 'Name, cells, RLE or .cells').fill('x = 3, y = 1\n3o!')
  await field(page, 'Rows and columns').fill('7x7')
  await field(page, 'Generations').fill('4')
  await button(page, 'Make the generations').click()
  await says(page, '.life-facts', 'Period 2')
  await page.getByRole('img', { name: /^Population: 3 living cells in generation 0, at most 3/ }).click({ position: { x: 300, y: 20 } })
  await says(page, '#generations-title', /Generation [123]/)
  await soundAtAllWidths(page)
})

story('a board as a stereogram, and dots for crossed eyes', '#/studio?tab=stereogram&kind=board', async page => {
  await button(page, 'Make the stereogram').click()
  await page.locator('#stereo-title').waitFor()
  await button(page, 'Show the key').click()
  await page.locator('.stereo-key span').first().waitFor()
  await goTo(page, '#/studio?tab=stereogram')
  await button(page, 'Hide a heart').click()
  await button(page, 'Swap: for crossed eyes').click()
  await button(page, 'Swap: for parallel eyes').waitFor()
  await says(page, '.panel p', /crossed eyes/)
})

story('a heart in random dots, and its key', '#/studio?tab=stereogram', async page => {
  await button(page, 'Hide a heart').click()
  await page.locator('#stereo-title').waitFor()
  await page.waitForFunction(() => document.querySelector('.stereo img').naturalWidth > 0)
  await button(page, 'Show the key').click()
  await page.waitForFunction(() => Number(getComputedStyle(document.querySelector('.depth-key')).opacity) > 0.5)
  await soundAtAllWidths(page)
  await button(page, 'Hide the key').click()
  // Who wants no motion gets none.
  assert.equal(await button(page, 'Wobble').isDisabled(), true)
})

story('a row is built before one\'s eyes', '#/studio?pic=.##./rrrr/gggg', async page => {
  await field(page, 'Row, 1 to 3').fill('1')
  await button(page, 'Build this row').click()
  await page.locator('.building').waitFor()
  const places = page.locator('section', { has: page.locator('#row-title') }).locator('label', { hasText: /^Step \d+ of \d+/ })
  const last = Number(/of (\d+)/.exec(await places.textContent())[1])
  await page.locator('section', { has: page.locator('#row-title') }).getByRole('button', { name: 'Forward' }).click()
  await page.locator('.building .tile.spawned').waitFor()
  await page.locator('section', { has: page.locator('#row-title') }).getByRole('button', { name: 'Play' }).click()
  await says(page, 'label', new RegExp(`^Step ${last} of ${last}`))
  assert.equal(await page.locator('.building .tile:not(.ghost)').count(), 4)
  await button(page, 'Count').click()
  await says(page, 'caption', 'Rows by width')
  await soundAtAllWidths(page)
}, { motion: 'no-preference' })

story('a stereogram wobbles for those who let things move', '#/studio?tab=stereogram', async page => {
  await button(page, 'Hide a heart').click()
  await page.locator('#stereo-title').waitFor()
  await button(page, 'Wobble').click()
  await page.locator('.stereo .wobble').waitFor()
  await page.locator('.stereo .wobble').waitFor({ state: 'detached' })
  await page.locator('.stereo .wobble').waitFor()
  // The switch of the page counts as much as the wish of the system.
  await page.getByLabel('Motion', { exact: true }).uncheck()
  await page.locator('.stereo .wobble').waitFor({ state: 'detached' })
}, { motion: 'no-preference' })

story('chains on 3x3, filtered', '#/studio?tab=chains&shape=3x3', async page => {
  await says(page, '#gallery-title', /^(\d+) of \1 paths/)
  await says(page, 'p.quiet', 'they are as many')
  const all = await page.locator('.chain-card').count()
  await field(page, 'First cell').selectOption('corner')
  await page.waitForFunction(count => document.querySelectorAll('.chain-card').length < count, all)
  assert.ok(await page.locator('.chain-card').count() > 0)
  await page.locator('.chain-card').first().click()
  await says(page, '.chain-large', 'Starts in a corner')
  await soundAtAllWidths(page)
  const saved = page.waitForEvent('download')
  await page.locator('.chain-large').getByRole('button', { name: 'SVG' }).click()
  assert.equal((await saved).suggestedFilename(), 'chain.svg')
  const drawn = page.waitForEvent('download')
  await page.locator('.chain-large').getByRole('button', { name: 'PNG' }).click()
  assert.equal((await readFile(await (await drawn).path())).subarray(1, 4).toString('latin1'), 'PNG')
})

story('what is wrong with input stands beside it', '#/studio?tab=life', async page => {
  await field(page, 'Name, cells, RLE or .cells').fill('xyz')
  await beside(page, 'Name, cells, RLE or .cells').waitFor()
  await page.evaluate(() => { location.hash = '#/studio?tab=stereogram' })
  await field(page, 'Levels').fill('012\n01')
  await beside(page, 'Levels').filter({ hasText: 'Row 2 has another length' }).waitFor()
  await page.evaluate(() => { location.hash = '#/studio?tab=chains' })
  await field(page, 'Rows and columns').fill('four')
  await beside(page, 'Rows and columns').waitFor()
})
