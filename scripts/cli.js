import { ensureBuilt, toRun } from './built.js'

ensureBuilt(toRun)
await import(new URL('../dist/server/cli.js', import.meta.url).href)
