// Every page, at three widths, light and dark: nothing breaks, nothing is cut off, everybody can use it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { open, overflows, startBrowser, startLab, violations } from './harness.mjs'

const PAGES = ['', 'play', 'analyse', 'count', 'prove', 'breakthrough', 'reach', 'change', 'diagrams', 'studio', 'arena', 'ledger']

describe('pages', () => {
  let lab, browser
  before(async () => { lab = await startLab(); browser = await startBrowser() })
  after(async () => { await browser?.close(); lab?.close() })

  for (const name of PAGES) {
    for (const [width, scheme] of [[320, 'light'], [768, 'dark'], [1440, 'light']]) {
      test(`${name || 'start'} at ${width} px, ${scheme}`, async () => {
        const { page, problems, close } = await open(browser, lab.url + name, { width, scheme, touch: width < 500 })
        await page.waitForSelector('main h1')
        await page.waitForLoadState('networkidle').catch(() => {})
        assert.deepEqual(await violations(page), [], 'accessibility')
        assert.equal(await overflows(page), false, 'wider than the window')
        assert.deepEqual(problems, [], 'errors')
        await close()
      })
    }
  }
})
