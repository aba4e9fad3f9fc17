// Starts the lab and a browser for tests, and collects everything that should not happen.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'

const require = createRequire(import.meta.url)

/** How long anything may take: machines that run tests share their cores. */
export const PATIENCE = 60_000

/** Starts `twofold lab` on a free port; `close` ends it. */
export async function startLab (...more) {
  const child = spawn(process.env.TWOFOLD, ['lab', '--no-open', '--port', '0', ...more], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', data => resolve(String(data).trim()))
    child.once('exit', code => reject(new Error(`the lab ended with ${code}`)))
  })
  const close = async () => {
    child.kill('SIGINT')
    // A server that does not end in time has nothing more to tell us.
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    clearTimeout(late)
  }
  return { url, close }
}

/** Starts the browser. */
export function startBrowser () {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    timeout: PATIENCE
  })
}

/** A page of the lab that remembers errors of scripts, of the console and of the security policy. */
export async function open (browser, url, { width = 1440, height = 900, scheme = 'light', motion = 'reduce', touch = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: motion,
    hasTouch: touch,
    isMobile: touch,
    acceptDownloads: true
  })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const problems = []
  page.on('console', message => { if (message.type() === 'error') problems.push(message.text()) })
  page.on('pageerror', error => problems.push(String(error)))
  page.on('request', request => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) problems.push(`foreign request: ${request.url()}`)
  })
  await page.goto(url)
  return { page, problems, close: () => context.close() }
}

/** Waits until the page has all its parts: modules, styles, pictures and first answers. */
export function settled (page) {
  return page.waitForFunction(() => {
    const styles = [...document.querySelectorAll('link[rel=stylesheet]')]
    const pictures = [...document.images]
    return document.querySelector('main h1') && !document.querySelector('main .loading') &&
      styles.every(link => link.sheet) && pictures.every(image => image.complete)
  })
}

let checker
/** What axe finds wrong with a page, one line each. */
export async function violations (page) {
  checker ??= await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
  // The security policy forbids inline scripts, so the checker comes in through the debugger.
  await page.evaluate(checker)
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  return result.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(node => node.html).slice(0, 3).join(' | ')}`)
}

/**
 * What makes the page wider than the window, nothing if all fits. A phone zooms out until all fits, so the
 * window is as wide as it was made.
 */
export function overflows (page) {
  return page.evaluate(width => {
    if (document.documentElement.scrollWidth <= width + 1) return []
    const wide = [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > width + 1)
    return [`${document.documentElement.scrollWidth} pixels`, ...wide.map(one => one.outerHTML.slice(0, 120)).slice(0, 5)]
  }, page.viewportSize().width)
}

/** What reaches beyond the panel in which it stands, and does not scroll there. */
export function sticksOut (page) {
  return page.evaluate(() => {
    const found = []
    for (const panel of document.querySelectorAll('main .panel')) {
      const edge = panel.getBoundingClientRect().right
      for (const one of panel.querySelectorAll('*')) {
        if (one.closest('.sr, svg') || one.getBoundingClientRect().right <= edge + 1) continue
        let box = one.parentElement
        while (box !== panel && getComputedStyle(box).overflowX === 'visible') box = box.parentElement
        if (box === panel) found.push(one.outerHTML.slice(0, 120))
      }
    }
    return found.slice(0, 3)
  })
}

/** Fields and buttons whose content is wider than they are, or that lie over their neighbour. */
export function crowded (page) {
  return page.evaluate(() => {
    const found = []
    const boxes = new Map()
    for (const one of document.querySelectorAll('main .field, main .button')) {
      const box = one.getBoundingClientRect()
      if (!box.width || one.closest('.sr')) continue
      // What is typed scrolls within its box.
      const widest = Math.max(...[one, ...one.querySelectorAll(':scope > :not(.sr, input, select, textarea)')].filter(part => !part.querySelector('input, select, textarea')).map(part => part.scrollWidth))
      if (widest > one.clientWidth + 2) found.push(`too narrow: ${one.outerHTML.slice(0, 120)}`)
      boxes.set(one, box)
    }
    for (const [one, box] of boxes) {
      const next = one.nextElementSibling
      const other = boxes.get(next)
      if (other && other.left < box.right - 1 && other.right > box.left + 1 && other.top < box.bottom - 1 && other.bottom > box.top + 1) found.push(`over its neighbour: ${next.outerHTML.slice(0, 120)}`)
    }
    return found.slice(0, 3)
  })
}

/** How far what was already shown has moved by itself: the browser's own measure, where 0.1 is the limit of good. */
export function shifted (page) {
  return page.evaluate(() => new Promise(resolve => {
    let sum = 0
    new PerformanceObserver(list => {
      for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 50)
  }))
}

/** Asserts that everybody can use what the page shows, and that all of it is to be seen. */
export async function sound (page) {
  await settled(page)
  assert.deepEqual(await violations(page), [], 'accessibility')
  assert.deepEqual(await overflows(page), [], 'wider than the window')
  assert.deepEqual(await sticksOut(page), [], 'sticks out of its panel')
  assert.deepEqual(await crowded(page), [], 'crowded')
}

/** The same at the three widths that count, and at a common one between them. Axe, which takes long, sees the outer ones. */
export async function soundAtAllWidths (page) {
  for (const width of [320, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    if (width === 320 || width === 1440) assert.deepEqual(await violations(page), [], `accessibility at ${width} px`)
    assert.deepEqual(await overflows(page), [], `wider than a window of ${width} px`)
    assert.deepEqual(await sticksOut(page), [], `sticks out of its panel at ${width} px`)
    assert.deepEqual(await crowded(page), [], `crowded at ${width} px`)
  }
}

/**
 * A server and a browser for the tests of a file. `story(title, '#/play', body, options)` opens a page of its
 * own, runs the body, and then asserts that nothing went wrong unseen. Browsers write every refused request
 * to the console, so stories about bad input set `refused: true`; that a look-up took longer than its two
 * seconds (503) depends on the machine, and pages have an answer to it.
 */
export function lab (...more) {
  const here = { server: null, browser: null }
  before(async () => { [here.server, here.browser] = await Promise.all([startLab(...more), startBrowser()]) })
  after(async () => { await here.browser?.close(); await here.server?.close() })
  const story = (title, hash, body, { refused = false, ...options } = {}) =>
    test(title, async () => {
      const { page, problems, close } = await open(here.browser, here.server.url + hash, options)
      try {
        await body(page, here)
        assert.deepEqual(problems.filter(text => !(refused ? /status of (4\d\d|503)/ : /status of 503/).test(text)), [], 'errors')
      } catch (error) {
        const said = await page.locator('.problem, .field-error, .job-message').allTextContents().catch(() => [])
        const board = await boardOf(page).catch(() => [])
        throw new Error(`${error.message}\nat ${page.url()}\nthe first board was ${JSON.stringify(board)}\nthe page said ${JSON.stringify(said)}\nthe console said ${JSON.stringify(problems)}`, { cause: error })
      } finally {
        await close()
      }
    })
  return { here, story }
}

/** The button with this name. */
export const button = (page, name) => page.getByRole('button', { name, exact: true }).first()

/** The field with this label, and the message beside it. */
export const field = (page, label) => page.getByLabel(label, { exact: true }).first()
export const beside = (page, label) =>
  page.locator('.field').filter({ has: page.locator('label', { hasText: label }) }).locator('.field-error').first()

/** Another page of the same lab. */
export const goTo = (page, hash) => page.evaluate(to => { location.hash = to }, hash)

/** Waits until a text of the page fits. */
export async function says (page, selector, pattern) {
  await page.locator(selector).filter({ hasText: pattern }).first().waitFor()
}

/** The faces of a board, as rows of numbers. */
export function boardOf (page, selector = '.board') {
  return page.locator(`${selector} [role=row]`).evaluateAll(rows =>
    rows.map(row => [...row.querySelectorAll('[role=gridcell]')].map(cell => Number(/: (\d+)/.exec(cell.ariaLabel)?.[1] ?? 0))))
}

/** Moves the cursor of a grid to a cell by keyboard alone, from wherever the focus enters it. */
export async function cursorTo (page, grid, [row, column]) {
  const here = page.locator(`${grid} [role=gridcell][tabindex="0"]`)
  await here.focus()
  const [r, c] = (await here.getAttribute('data-cell')).split(',').map(Number)
  for (let i = r; i !== row; i += Math.sign(row - r)) await page.keyboard.press(row > r ? 'ArrowDown' : 'ArrowUp')
  for (let i = c; i !== column; i += Math.sign(column - c)) await page.keyboard.press(column > c ? 'ArrowRight' : 'ArrowLeft')
  await page.locator(`${grid} [data-cell="${row},${column}"][tabindex="0"]`).waitFor()
}
