import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { breaches, type SourceFile } from './import-law.ts'

function sources(): SourceFile[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => {
      const path = join('src', name)
      return { path, text: readFileSync(path, 'utf8') }
    })
}

describe('who may import whom', () => {
  it('is kept by every file', () => {
    const files = sources()
    expect(files.length).toBeGreaterThan(100)
    expect(breaches(files)).toEqual([])
  })

  it.each([
    ['src/shared/tents/order.ts', "import { join } from 'node:path'", 'schema library'],
    ['src/shared/tents/order.ts', "import '../../server/app.ts'", 'only shared'],
    ['src/web/ui/button.tsx', "import { x } from '../../server/app.ts'", 'never meet'],
    ['src/server/app.ts', "import { x } from '../web/app.tsx'", 'never meet'],
    ['src/server/http/errors.ts', "import { x } from '../tents/store.ts'", 'no feature'],
    ['src/server/tents/store.ts', "import { x } from '../settings/routes.ts'", 'its own'],
    ['src/server/tents/store.ts', "import { x } from '../app.ts'", 'join and start the server'],
    ['src/server/new-one/a.ts', "import { x } from '../tent-check/live.ts'", 'its own'],
    ['src/server/command-line.ts', "import { x } from './tents/routes.ts'", 'its own'],
    ['src/server/tents/store.ts', "import { x } from '../accounts/link-routes.ts'", 'its own'],
    ['src/server/tents/store.ts', "import { x } from '../campus/round-trip.ts'", 'its own'],
    ['src/server/tents/store.ts', "import { x } from '../shifts/plan-calls.ts'", 'its own'],
    ['src/server/live/live.ts', "import { x } from '../new-one/a.ts'", 'no feature'],
    ['src/server/live/page.ts', "import { x } from '../../shared/tent-check/a.ts'", 'no feature'],
    ['src/server/mail/send.ts', "import { x } from '../../shared/accounts/a.ts'", 'no feature'],
    ['src/server/tents/routes.ts', "import { sql } from 'drizzle-orm'", 'see queries'],
    ['src/server/tents/routes.ts', "import { tents } from '../db/schema.ts'", 'see queries'],
    ['src/server/tents/routes.ts', 'await tx.queries.execute(text)', 'see queries'],
    ['src/web/ui/button.tsx', "import { x } from '../tents/use-tents.ts'", 'stands below'],
    ['src/web/tents/own-tent.tsx', "import { x } from '../layout/frame.tsx'", 'stands below'],
    ['src/web/layout/frame.tsx', "import { x } from '../screens/home.tsx'", 'stands below'],
    ['src/web/routing/location.tsx', "import { x } from '../ui/page.tsx'", 'stands below'],
    ['src/web/tents/a.ts', "const x = await import('../accounts/session.tsx')", 'don’t meet'],
    ['src/server/tents/rules.ts', 'const x = process.env.PORT', 'reads the environment'],
    ['src/server/tents/rules.ts', "await fetch('https://example.org')", 'call out'],
    ['src/server/tents/a.ts', "import { Agent, request } from 'node:https'", 'call out'],
    ['src/server/tents/a.ts', "import { type Server, get } from 'node:http'", 'call out'],
    ['src/server/tents/a.ts', "import {\n  createTransport,\n} from 'nodemailer'", 'call out'],
    ['src/server/tents/a.ts', "import * as client from 'openid-client'", 'call out'],
    ['src/server/tents/a.ts', "import webPush from 'web-push'", 'call out'],
    ['src/server/tents/a.ts', "const { request } = await import('node:http')", 'call out'],
    ['src/web/tent-check/lights/a.ts', "import { x } from '../marks/b.ts'", 'before marks'],
    ['src/web/tent-check/lights/a.ts', "import { x } from '../lazy-parts.tsx'", 'files that join'],
    ['src/web/tent-check/closing/a.ts', "import { x } from '../new/b.ts'", 'has no place'],
    ['src/web/tent-check/new/a.ts', "import { x } from '../live/b.ts'", 'has no place'],
    ['src/web/shifts/plan/a.ts', "import { x } from '../swaps/b.ts'", 'before swaps'],
    ['src/web/new-one/a.ts', "import { x } from '../accounts/session.tsx'", 'don’t meet'],
    ['src/server/tents/rules.ts', 'const now = new Date()', 'clock'],
    ['src/shared/tents/order.ts', 'const now = new Date( )', 'clock'],
    ['src/shared/tents/order.ts', 'const now = new Date', 'clock'],
    ['src/shared/tents/order.ts', 'const clock = { now: Date.now }', 'clock'],
    ['src/shared/tents/order.ts', 'const now = performance.now()', 'clock'],
    ['src/shared/tents/order.ts', 'const id = crypto.randomUUID()', 'clock'],
    ['src/server/tents/rules.ts', 'const id = randomUUID()', 'clock and chance'],
    ['src/server/tents/routes.ts', 'export function tentsRoutes(ctx: Context) {', 'what it uses'],
  ])('%s may not say %s', (path, text, why) => {
    expect(breaches([{ path, text }])).toEqual([expect.stringContaining(why)])
  })

  it.each([
    ['src/shared/tents/order.ts', 'const at = new Date(event.at)'],
    ['src/shared/tents/order.ts', "// import { join } from 'node:path'"],
    ['src/server/app.ts', "import { x } from './tents/routes.ts'"],
    ['src/server/tents/live.ts', "import { x } from './routes.ts'"],
    ['src/server/tents/store.ts', "import { tents } from '../db/schema.ts'"],
    ['src/server/tents/store.ts', "import { x } from '../accounts/store.ts'"],
    ['src/server/tents/a.ts', "import { type ServerResponse, STATUS_CODES } from 'node:http'"],
    ['src/server/tents/a.ts', "import type { request } from 'node:https'"],
    ['src/web/tent-check/closing/a.ts', "import { x } from '../lights/b.ts'"],
    ['src/server/tents/a.ts', "function send(log: Context['log'], ctx: Pick<Context, 'now'>) {"],
    ['src/server/live/page.ts', "import type { User } from '../../shared/accounts/contract.ts'"],
  ])('%s may say %s', (path, text) => {
    expect(breaches([{ path, text }])).toEqual([])
  })

  it('keeps a file with handlers to its feature, whatever its name', () => {
    const path = 'src/server/roster-sync/settings.ts'
    const handlers = { path, text: 'export function calls(): Handlers<keyof Api> {' }
    const from = {
      path: 'src/server/tents/a.ts',
      text: "import { x } from '../roster-sync/settings.ts'",
    }
    expect(breaches([handlers, from])).toEqual([expect.stringContaining('its own')])
  })

  it('allows no circle', () => {
    const circle = [
      { path: 'src/shared/a.ts', text: "import { b } from './b.ts'" },
      { path: 'src/shared/b.ts', text: "export { a } from './a.ts'" },
    ]
    expect(breaches(circle)).toEqual([expect.stringContaining('a circle')])
  })

  it('allows no circle between folders, not even of types', () => {
    const circle = [
      { path: 'src/server/tents/a.ts', text: "import { b } from '../accounts/b.ts'" },
      { path: 'src/server/accounts/c.ts', text: "import type { D } from '../tents/d.ts'" },
    ]
    const told = 'src/server/tents → src/server/accounts → src/server/tents: a circle.'
    expect(breaches(circle)).toEqual([told])
  })

  it('allows no circle between features, though none of their folders is in one', () => {
    const circle = [
      { path: 'src/server/tents/a.ts', text: "import { b } from '../accounts/rules/b.ts'" },
      { path: 'src/server/accounts/c.ts', text: "import type { D } from '../tents/d.ts'" },
    ]
    const told = 'src/server/tents → src/server/accounts → src/server/tents: a circle.'
    expect(breaches(circle)).toEqual([told])
  })

  it('allows no circle between a folder and a file above it', () => {
    const circle = [
      { path: 'src/server/context.ts', text: "import type { D } from './db/database.ts'" },
      { path: 'src/server/db/kept.ts', text: "import type { C } from '../context.ts'" },
    ]
    expect(breaches(circle)).toEqual([
      'src/server/context.ts → src/server/db → src/server/context.ts: a circle.',
    ])
  })
})
