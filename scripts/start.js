import { ensureBuilt, toRun } from './built.js'

ensureBuilt(toRun)
await import(new URL('../dist/server/main.js', import.meta.url).href)
