import { ensureBuilt } from './built.js'

ensureBuilt()
