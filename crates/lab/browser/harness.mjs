// Starts the lab and a browser for tests, and collects everything that should not happen.

import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'

const require = createRequire(import.meta.url)

/** Starts `twofold lab` on a free port; `close` ends it. */
export async function startLab (...more) {
  const child = spawn(process.env.TWOFOLD, ['lab', '--no-open', '--port', '0', ...more], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', data => resolve(String(data).trim()))
    child.once('exit', code => reject(new Error(`the lab ended with ${code}`)))
  })
  return { url, close: () => child.kill('SIGINT') }
}

/** Starts the browser. */
export function startBrowser () {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  })
}

/** A page of the lab that remembers errors of scripts, of the console and of the security policy. */
export async function open (browser, url, { width = 1440, height = 900, scheme = 'light', motion = 'reduce', touch = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: motion,
    hasTouch: touch
  })
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

/** What axe finds wrong with a page, one line each. */
export async function violations (page) {
  const source = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
  // The security policy forbids inline scripts, so the checker comes in through the debugger.
  await page.evaluate(source)
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  return result.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(node => node.html).slice(0, 3).join(' | ')}`)
}

/** Whether the page is wider than the window. */
export function overflows (page) {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)
}
