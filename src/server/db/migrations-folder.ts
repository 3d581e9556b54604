import { fileURLToPath } from 'node:url'

/** Beside this file, and beside its build. */
export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))
