// Four pictures of the lab for the documentation, in docs/pictures. Not a test; run it from this folder as
// TWOFOLD=…/twofold CHROMIUM=…/chromium node screenshots.mjs

import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { button, open, settled, startBrowser, startLab } from './harness.mjs'

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))
const SIZE = { width: 1280, height: 800 }

/** What to show on each page before the picture is taken. */
const PICTURES = {
  'lab-play': ['#/play?seed=11', async page => {
    await page.locator('.play-board .tile').first().waitFor()
    await page.locator('label', { hasText: /^Delay/ }).locator('xpath=..').locator('input').fill('0')
    await button(page, 'Auto').click()
    await page.waitForFunction(() => Number(/Move (\d+)/.exec(document.body.textContent)?.[1]) >= 60)
    await button(page, 'Pause').click()
    await page.getByLabel('Hints', { exact: true }).check()
    await page.locator('.edge.best').first().waitFor()
  }],
  'lab-analyse': ['#/analyse?board=2 . . / . . 2', async page => {
    await button(page, 'Solve this game').click()
    await page.locator('.big-value').waitFor()
    await page.locator('.line[aria-busy=false] li').first().waitFor()
    const line = page.locator('.line button')
    await line.nth(11).click()
    await page.locator('.big-value').waitFor()
    await page.locator('.line[aria-busy=false] li').first().waitFor()
  }],
  'lab-studio': ['#/studio', async page => {
    await button(page, 'Make image').click()
    await page.locator('#made-title').waitFor()
  }],
  'lab-ledger': ['#/ledger?q=chain+paths', async page => {
    await page.locator('.ledger-row').first().waitFor()
    await page.getByRole('button', { name: /^Recompute these/ }).click()
    await page.locator('.ledger-row.agrees').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('.ledger-run'))
  }]
}

await mkdir(FOLDER, { recursive: true })
const [lab, browser] = await Promise.all([startLab(), startBrowser()])
try {
  for (const [name, [hash, prepare]] of Object.entries(PICTURES)) {
    const { page, close } = await open(browser, lab.url + hash, SIZE)
    await settled(page)
    await prepare(page)
    await settled(page)
    await page.evaluate(() => { document.activeElement?.blur(); window.scrollTo(0, 0) })
    await page.mouse.move(0, 0)
    await page.screenshot({ path: `${FOLDER}${name}.png` })
    await close()
  }
} finally {
  await browser.close()
  await lab.close()
}
