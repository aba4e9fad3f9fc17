// The page's modules agree with the types that their comments state: what an answer of the server is called there is
// what they use of it. `shapes.rs` holds the server to the same forms.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const page = fileURLToPath(new URL('../page/', import.meta.url))

test('the types of the page fit together', () => {
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'jsconfig.json'], { cwd: page, encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})
