import { spawn } from 'node:child_process'
import { ensureInstalled } from './install.js'

ensureInstalled()
// The services outside, unless the environment names others: nothing here needs an account or a network.
process.env['AIRTABLE_API_URL'] ??= 'http://127.0.0.1:3001'
process.env['SPORTS_API_URL'] ??= 'http://127.0.0.1:3002'
process.env['SMTP_URL'] ??= 'smtp://127.0.0.1:3003'
// Where Vite shows the app.
process.env['PUBLIC_URL'] ??= 'http://localhost:5173'
process.env['OIDC_ISSUER'] ??= 'http://127.0.0.1:3005'
process.env['OIDC_CLIENT_ID'] ??= 'tent-city'
process.env['OIDC_CLIENT_SECRET'] ??= 'the secret of nobody'
process.env['OIDC_NETID_CLAIM'] ??= 'netid'
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
