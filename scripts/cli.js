import { ensureBuilt } from './built.js'

ensureBuilt()
await import(new URL('../dist/server/cli.js', import.meta.url).href)
