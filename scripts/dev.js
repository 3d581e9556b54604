import { spawn } from 'node:child_process'
import { ensureInstalled } from './install.js'

ensureInstalled()
// The services outside, unless the environment names others: nothing here needs an account or a network.
process.env['AIRTABLE_API_URL'] ??= 'http://127.0.0.1:3001'
process.env['SPORTS_API_URL'] ??= 'http://127.0.0.1:3002'
const programs = [
  ['tsx', 'stand-ins/main.ts'],
  ['tsx', 'watch', '--clear-screen=false', 'src/server/main.ts'],
  ['vite', '--clearScreen', 'false'],
]
const running = programs.map((args) => spawn('npx', args, { stdio: 'inherit' }))
for (const child of running) {
  child.on('exit', (code) => {
    for (const other of running) other.kill()
    process.exitCode = code ?? 1
  })
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
  })
}
