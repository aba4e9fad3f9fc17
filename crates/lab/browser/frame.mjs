// How soon a slide is seen on 4x4: from the key to the change of the board, and to the frame that shows it.
// Not part of the tests, since it wants a quiet machine and a release build; run it from this folder as
// TWOFOLD=…/target/release/twofold CHROMIUM=…/chromium node frame.mjs

import assert from 'node:assert/strict'
import { open, startBrowser, startLab } from './harness.mjs'

const SLIDES = 300
/** A frame at 60 Hz, in milliseconds. */
const FRAME = 1000 / 60

/** Watches the keys, the board and the frames of a page. */
function watch () {
  const seen = { slides: [], frames: [] }
  window.seen = seen
  seen.key = null
  window.addEventListener('keydown', event => { seen.key = event.timeStamp }, { capture: true })
  new MutationObserver(() => {
    if (seen.key === null) return
    seen.slides.push({ key: seen.key, changed: performance.now() })
    seen.key = null
  }).observe(document.querySelector('.play-board .board-tiles'), { childList: true, subtree: true, attributes: true, characterData: true })
  const frame = time => {
    seen.frames.push({ time, now: performance.now() })
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** The share of sorted values up to which a part of them lies. */
const quantile = (values, part) => values[Math.min(values.length - 1, Math.floor(part * values.length))]

const [lab, browser] = await Promise.all([startLab(), startBrowser()])
try {
  const { page, close } = await open(browser, `${lab.url}#/play?seed=1`, { width: 1280, height: 800, motion: 'no-preference' })
  await page.locator('.play-board .tile').first().waitFor()
  await page.evaluate(watch)
  const keys = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowUp']
  for (let i = 0, slides = 0; slides < SLIDES; i++) {
    await page.keyboard.press(keys[i % keys.length])
    // As fast as people slide; the animation of one slide is over before the next.
    await page.waitForTimeout(120 + (i * 7) % 16)
    slides = await page.evaluate(() => window.seen.slides.length)
    if (await page.locator('.notice').count()) {
      await page.evaluate(seed => {
        window.seen.key = null
        location.hash = `#/play?seed=${seed}`
      }, i + 2)
      await page.waitForFunction(() => !document.querySelector('.notice') && document.querySelector('.play-board .tile'))
      await page.waitForTimeout(200)
    }
  }
  const { slides, frames } = await page.evaluate(() => window.seen)
  // The first slides meet a page that is still being compiled.
  const measured = slides.slice(10).map(({ key, changed }) => {
    const first = frames.findIndex(frame => frame.now >= key)
    const shown = frames.findIndex(frame => frame.now >= changed)
    return { changed: changed - key, shown: frames[shown].now - key, missed: shown - first }
  })
  const told = {}
  for (const name of ['changed', 'shown', 'missed']) {
    const values = measured.map(one => one[name]).sort((a, b) => a - b)
    told[name] = { p50: quantile(values, 0.5), p99: quantile(values, 0.99), most: values.at(-1) }
  }
  const line = (name, what) => console.log(`${what}: p50 ${told[name].p50.toFixed(1)}, p99 ${told[name].p99.toFixed(1)}, at most ${told[name].most.toFixed(1)}`)
  console.log(`${measured.length} slides on 4x4`)
  line('changed', 'ms from the key to the change of the board')
  line('shown', 'ms from the key to the frame that shows it')
  line('missed', 'frames that could have shown it and did not')
  assert.ok(told.changed.p99 <= FRAME, `the board changes ${told.changed.p99.toFixed(1)} ms after the key (p99); a frame has ${FRAME.toFixed(1)} ms`)
  // A key that comes just before a frame is shown by the next one.
  assert.ok(told.missed.most <= 1, `${told.missed.most} frames passed between a key and its slide`)
  await close()
} finally {
  await browser.close()
  await lab.close()
}
