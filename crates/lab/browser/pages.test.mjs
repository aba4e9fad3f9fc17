// Every page, at three widths, light and dark, with reduced motion: nothing breaks, nothing is cut off,
// nothing moves or jumps, and everybody can use it.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { lab, shifted, sound } from './harness.mjs'

const PAGES = [
  '', '#/play', '#/analyse', '#/breakthrough', '#/count', '#/prove', '#/reach', '#/reach?view=table&upto=3x4', '#/reach?view=shortest&shape=3x3',
  '#/change', '#/diagrams', '#/studio', '#/studio?tab=life', '#/studio?tab=stereogram', '#/studio?tab=chains',
  '#/arena', '#/arena?tab=tune', '#/arena?tab=train', '#/ledger', '#/ledger?view=charts', '#/jobs', '#/nowhere'
]

const { story } = lab()

// Most of the time goes into waiting for the browser and the server in turn.
describe('every page', { concurrency: 3 }, () => {
  for (const [width, scheme] of [[320, 'light'], [768, 'dark'], [1440, 'light']]) {
    for (const hash of PAGES) {
      story(`${hash || 'the start'} at ${width} px, ${scheme}`, hash, async page => {
        await sound(page)
        const moving = await page.evaluate(() => document.getAnimations().filter(one => one.effect.getComputedTiming().activeDuration > 1).length)
        assert.equal(moving, 0, 'moves although the visitor asked for less motion')
        const jump = await shifted(page)
        assert.ok(jump < 0.1, `what is shown jumps while the rest comes: ${jump}`)
      }, { width, scheme, touch: width < 500 })
    }
  }
})
