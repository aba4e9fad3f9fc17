// Every page by keyboard alone, and by fingers on a phone: whatever can be done can be reached, seen and hit.

import assert from 'node:assert/strict'
import { button, lab, says, settled } from './harness.mjs'

const { story } = lab()

const PAGES = [
  '#/play?seed=1', '#/analyse', '#/breakthrough', '#/count', '#/prove', '#/reach', '#/reach?view=shortest&shape=3x3', '#/change', '#/diagrams',
  '#/studio', '#/studio?tab=life', '#/studio?tab=stereogram', '#/studio?tab=chains&shape=3x3',
  '#/arena', '#/arena?tab=tune', '#/arena?tab=train', '#/ledger?q=chain', '#/ledger?view=charts', '#/jobs'
]

/** Numbers everything in the page that the Tab key should reach; of a group of radio buttons that is one. */
function number () {
  const shown = one => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0
  const stops = [...document.querySelectorAll('main a[href], main button:enabled, main input:enabled, main select:enabled, main textarea:enabled, main summary, main [tabindex="0"]')]
    .filter(one => shown(one) && one.tabIndex >= 0 && !(one.type === 'radio' && !one.checked))
  stops.forEach((one, i) => { one.dataset.stop = i })
  return stops.map(one => one.outerHTML.slice(0, 100))
}

/** The number of what has the focus, and whether that can be seen. */
function focused () {
  const one = document.activeElement
  const boxes = [one, one.closest('label'), one.parentElement].filter(Boolean)
  const seen = boxes.some(box => getComputedStyle(box).outlineStyle !== 'none' || getComputedStyle(box).boxShadow !== 'none')
  return { stop: one.dataset.stop, seen, inside: Boolean(one.closest('main')), html: one.outerHTML.slice(0, 100) }
}

for (const hash of PAGES) {
  story(`by keyboard alone: ${hash}`, hash, async page => {
    await settled(page)
    const stops = await page.evaluate(number)
    await page.locator('main').focus()
    const reached = new Set()
    for (let i = 0; i < stops.length + 20; i++) {
      await page.keyboard.press('Tab')
      const { stop, seen, inside, html } = await page.evaluate(focused)
      if (!inside) break
      assert.ok(seen, `one does not see that this has the focus: ${html}`)
      if (stop !== undefined) reached.add(Number(stop))
    }
    assert.deepEqual(stops.filter((_, i) => !reached.has(i)), [], 'not reached by Tab')
  }, { height: 1200 })
}

/** What is smaller than 24 pixels, the least that a finger hits, and no link within a text. */
function small () {
  return [...document.querySelectorAll('main a[href], main button, main input, main select, main textarea, main summary')]
    .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('p, td, .sr'))
    .flatMap(one => {
      const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
      return width > 0 && (width < 23.5 || height < 23.5) ? [`${width.toFixed()}×${height.toFixed()} ${one.outerHTML.slice(0, 100)}`] : []
    })
}

/** What a finger does on each page, and what then is to be seen. */
const TAPS = {
  '#/play?seed=3': async page => {
    await page.locator('.play-board .tile').first().waitFor()
    await button(page, 'Step').tap()
    await says(page, 'label', /^Move 1 of 1/)
  },
  '#/analyse?board=2 . / . 2': async page => {
    await button(page, 'Solve this game').tap()
    await page.locator('.choice').first().tap()
    await says(page, 'h2', 'Drops')
  },
  '#/breakthrough?shape=4x3&side=both': async page => {
    await page.locator('.move-list button').first().tap()
    await says(page, '.game-turn', 'Black to move')
  },
  '#/count': async page => {
    await button(page, '2×2 to 32').tap()
    await page.locator('.verdict.agrees').first().waitFor()
  },
  '#/prove': async page => {
    await button(page, '16 on 2×2').tap()
    await says(page, '.answer h2', 'Yes: 16')
  },
  '#/reach?pattern=12/**': async page => {
    await page.getByRole('radio', { name: '8', exact: true }).tap()
    await page.locator('.editor [data-cell="1,0"]').tap()
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('pattern=12/3*'))
  },
  '#/change': async page => {
    await button(page, '3-smooth: 185 in coins').tap()
    await says(page, '.pairs', /\d coins/)
  },
  '#/diagrams': async page => {
    await button(page, 'Two pairs, a good order').tap()
    await says(page, '.facts', 'x1 < x2 < x3 < x4')
  },
  '#/studio?pic=####/####': async page => {
    await page.getByRole('radio', { name: /Red/ }).tap()
    await page.locator('.paint-cell[data-cell="0,1"]').tap()
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('#r##'))
  },
  '#/studio?tab=life': async page => {
    await button(page, 'Play a glider').tap()
    await says(page, '#generations-title', 'Generation 0')
    await button(page, 'Forward').tap()
    await says(page, '#generations-title', 'Generation 1')
  },
  '#/studio?tab=chains&shape=3x3': async page => {
    await page.locator('.chain-card').first().tap()
    await page.locator('.chain-large').waitFor()
  },
  '#/arena?players=random greedy&shape=2x2&games=6': async page => {
    await button(page, 'Compare').tap()
    await page.locator('.shares').waitFor()
  },
  '#/ledger?q=unique+complete': async page => {
    await page.getByRole('button', { name: /^Recompute: / }).first().tap()
    await page.locator('.ledger-row.agrees').first().waitFor()
  },
  '#/jobs': page => page.locator('.job, .empty').first().waitFor()
}

for (const [hash, act] of Object.entries(TAPS)) {
  story(`by fingers: ${hash}`, hash, async page => {
    await settled(page)
    assert.deepEqual(await page.evaluate(small), [], 'too small to hit')
    await act(page)
    assert.deepEqual(await page.evaluate(small), [], 'too small to hit')
  }, { width: 320, height: 640, touch: true })
}
