import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { refuseUnusable } from './embedded-folder.ts'

// The system itself refuses root nothing, so the test does.
it.each(['db', 'db/base/5', 'db/base/5/1247'])(
  'a database of which %s is another user’s is not called damaged',
  (path) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tent-city-folder-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    mkdirSync(join(dataDir, 'db/base/5'), { recursive: true })
    writeFileSync(join(dataDir, 'db/base/5/1247'), '')
    const refused = join(dataDir, path)
    const open = () =>
      refuseUnusable(join(dataDir, 'db'), (asked) => {
        if (asked !== refused) return
        throw Object.assign(new Error('permission denied'), { code: 'EACCES', path: asked })
      })
    expect(open).toThrow(
      `${refused} belongs to another user. Run this as that user, or as root. If a command that root ran left it behind, give it back to the user who runs the server: chown -R USER ${dataDir}`,
    )
  },
)
