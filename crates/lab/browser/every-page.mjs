// Every page at three widths, light and dark, as pictures to look at. Not a test; run it from this folder as
// TWOFOLD=…/twofold CHROMIUM=…/chromium node every-page.mjs FOLDER [part of a name]

import { mkdir } from 'node:fs/promises'
import { button, open, settled, startBrowser, startLab } from './harness.mjs'

const [folder = 'pictures', wanted = ''] = process.argv.slice(2)

const ended = page => page.locator('.job.done, .job.negative, .job.failed').first().waitFor()
const press = name => async page => { await button(page, name).click(); await ended(page) }

/** Pages by name: where they are, and what to do before the picture is taken. */
const PAGES = {
  play: ['#/play?seed=11&board=2 4 8 16 / . 2 . 4 / . . 64 2 / . . . 2'],
  'play-hints': ['#/play?seed=11&board=2 4 8 16 / . 2 . 4 / . . 64 2 / . . . 2', async page => {
    await page.getByLabel('Hints', { exact: true }).check()
    await page.locator('.edge.best').first().waitFor()
  }],
  'play-over': ['#/play?seed=11&board=2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2', page => page.locator('.notice').waitFor()],
  analyse: ['#/analyse'],
  'analyse-solved': ['#/analyse?board=2 . . / . . 2', async page => {
    await button(page, 'Solve this game').click()
    await page.locator('.big-value').waitFor()
    await button(page, 'Follow to the end').click()
    await button(page, 'Go to the end of this line').click()
    await page.locator('.value-graph').waitFor()
  }],
  breakthrough: ['#/breakthrough', press('4×3')],
  count: ['#/count'],
  'count-done': ['#/count', press('2×2 to 32')],
  prove: ['#/prove'],
  'prove-done': ['#/prove', press('16 on 2×2')],
  reach: ['#/reach?pattern=checkerboard&shape=3x5', page => page.locator('.witness-step').waitFor()],
  'reach-table': ['#/reach?view=table&upto=3x4'],
  'reach-shortest': ['#/reach?view=shortest&shape=3x3'],
  change: ['#/change?sequence=3-smooth&represent=185'],
  diagrams: ['#/diagrams'],
  studio: ['#/studio'],
  'studio-made': ['#/studio', press('Make image')],
  'studio-life': ['#/studio?tab=life', press('Play a glider')],
  'studio-stereogram': ['#/studio?tab=stereogram', press('Hide a heart')],
  'studio-chains': ['#/studio?tab=chains'],
  arena: ['#/arena'],
  'arena-done': ['#/arena?players=random greedy&shape=2x3&games=30', press('Compare')],
  'arena-tune': ['#/arena?tab=tune', press('Tune on 3×3 for a few seconds')],
  'arena-train': ['#/arena?tab=train&shape=2x3&time=3s&tuples=0,1,2,3,4,5&interval=200', press('Train')],
  'arena-features': ['#/arena?players=features:variant=program features:slides=1&shape=4x4&games=5'],
  ledger: ['#/ledger?q=chain+paths'],
  'ledger-charts': ['#/ledger?view=charts'],
  'ledger-first': ['#/ledger?state=first'],
  'ledger-erratum': ['#/ledger?state=erratum', async page => {
    await page.locator('.ledger-row button').first().click()
    await page.locator('.ledger-row.erratum').first().waitFor()
  }],
  jobs: ['#/jobs'],
  nowhere: ['#/nowhere'],
  // At work, and in error.
  'working-count': ['#/count?shape=4x4&to=32', async page => {
    await button(page, 'Count every position').click()
    await page.locator('.live-layers strong').waitFor()
    await page.waitForTimeout(2000)
  }],
  'working-arena': ['#/arena?players=random greedy expectimax:depth=1&games=2000', async page => {
    await button(page, 'Compare').click()
    await page.locator('.histogram').first().waitFor()
    await page.waitForTimeout(2000)
  }],
  'error-count': ['#/count?shape=9x9&to=3'],
  'error-memory': ['#/count?shape=4x4&to=64', async page => {
    await button(page, 'Count every position').click()
    await page.locator('.field-error').first().waitFor()
  }],
  'error-arena': ['#/arena?players=external:>/dev/null nobody&games=5', async page => {
    await button(page, 'Compare').click()
    await page.locator('.field-error').first().waitFor()
  }],
  'error-play': ['#/play?player=external:ls', async page => {
    await page.keyboard.press('?')
    await page.locator('.problem, .field-error').first().waitFor()
  }],
  'error-paint': ['#/studio', async page => {
    await button(page, 'Too many colours').click()
    await press('Make image')(page)
  }],
  'error-reach': ['#/reach?pattern=333/333']
}

await mkdir(folder, { recursive: true })
const [lab, browser] = await Promise.all([startLab(), startBrowser()])
try {
  for (const [name, [hash, prepare = async () => {}]] of Object.entries(PAGES)) {
    if (!name.includes(wanted)) continue
    const { page, problems, close } = await open(browser, lab.url + hash, { width: 1440, height: 900 })
    page.setDefaultTimeout(30_000)
    try {
      await settled(page)
      await prepare(page)
      for (const [width, scheme] of [[320, 'light'], [768, 'dark'], [1440, 'light'], [1440, 'dark']]) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize({ width, height: 900 })
        await settled(page)
        await page.evaluate(() => { document.activeElement?.blur(); window.scrollTo(0, 0) })
        await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true })
      }
      if (problems.length) console.error(name, problems)
    } catch (error) {
      console.error(`${name}: ${error.message}`)
      await page.screenshot({ path: `${folder}/${name}-failed.png` })
    }
    await close()
  }
} finally {
  await browser.close()
  await lab.close()
}
