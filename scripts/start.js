import { ensureBuilt } from './built.js'

ensureBuilt()
await import(new URL('../dist/server/main.js', import.meta.url).href)
