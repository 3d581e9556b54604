import { tsImport } from 'tsx/esm/api'

/** How a thread begins where the server runs from source: its program is TypeScript. */
await tsImport(process.argv[2] ?? '', import.meta.url)
