import type { Browser } from 'playwright-core'
import type { Season } from '../../src/shared/season/contract.ts'
import { localTimeOf } from '../../src/shared/season/local-time.ts'
import type { CheckStatus, Outcome } from '../../src/shared/tent-check/contract.ts'
import { tentLabel } from '../../src/shared/tents/label.ts'
import { markKeyPrefix } from '../../src/web/api/storage.ts'
import type { Mark } from '../../src/web/tent-check/marks/mark.ts'
import { openPage, phone, signIn, withWorker } from './chromium.ts'
import type { DemoServer, Role } from './demo-server.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { card, cards, lines, tapIn } from './tent-check-page.ts'

export type MarkingPhone = Awaited<ReturnType<typeof openMarkingPhone>>

/**
 * A monitor's phone on the tent check, with a network of its own between it and the server.
 * `keepsFrame`: it opens without a network, too, for which it first fetches every screen.
 */
export async function openMarkingPhone(
  browser: Browser,
  server: DemoServer,
  role: Role,
  keepsFrame = true,
) {
  const network = await startFaultyProxy(server.url)
  const page = await openPage(browser, keepsFrame ? { ...phone, ...withWorker } : phone)
  page.context().once('close', () => void network.close())
  const account = server.account(role)
  await signIn(page, network.url, account, '/tent-check')
  if (keepsFrame) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const keyPrefix = markKeyPrefix(account.netID)

  return {
    page,
    network,
    /**
     * Taps Miss or Make of a tent; once the phone shows that it took it, gives the mark as it is
     * written down. null: the tent is not there, a colleague may have been quicker.
     */
    async tap(tentLabel: string, outcome: Outcome): Promise<Mark | null> {
      const name = `${outcome === 'miss' ? 'Miss' : 'Make'}, tent ${tentLabel}`
      const tent = card(page, tentLabel)
      const tap = await tapIn(page)
      // The look, the taps and the look at what they left, before anything else can happen there.
      const written = await tent.evaluateAll(
        async ([only], { prefix, name, tap }) => {
          const before = new Set(Object.keys(localStorage))
          const head = only?.querySelector('h2 button')
          if (head?.ariaExpanded === 'false') await tap(head)
          await tap(only?.querySelector(`[aria-label="${CSS.escape(name)}"]`))
          const buttons = [...(only?.querySelectorAll('button') ?? [])]
          await tap(buttons.find(({ textContent }) => textContent === 'Make anyway'))
          const isNew = (key: string) => key.startsWith(prefix) && !before.has(key)
          const key = Object.keys(localStorage).find(isNew)
          return key === undefined ? null : localStorage.getItem(key)
        },
        { prefix: keyPrefix, name, tap },
      )
      if (written === null) return null
      await tent.waitFor({ state: 'detached' })
      return JSON.parse(written) as Mark
    },
    /** The labels of the tents that could be tapped now. */
    tents: () =>
      cards(page).evaluateAll((found) =>
        found.map((one) => one.ariaLabel?.replace(/^Tent /, '') ?? ''),
      ),
    /** What the screen calls saved, in one look: a moment later the same line may say "sending". */
    saved: () =>
      lines(page).evaluateAll((found) =>
        found
          .filter((line) => /saved · /.test(line.textContent ?? ''))
          .map((line) => {
            const label = line.querySelector('button')?.ariaLabel?.replace('Undo, tent ', '') ?? ''
            return `${label} (${/ · Miss/.test(line.textContent ?? '') ? 'Miss' : 'Make'})`
          })
          .join(),
      ),
    /** The marks that it has written down, and keeps until they are answered and read. */
    async waiting(): Promise<Mark[]> {
      const texts = await page.evaluate(
        (prefix) =>
          Object.entries(localStorage).flatMap(([key, text]) =>
            key.startsWith(prefix) ? [String(text)] : [],
          ),
        keyPrefix,
      )
      return texts.map((text) => JSON.parse(text) as Mark)
    },
  }
}

const dayMs = 86_400_000

/** A super user's calls straight to the server, not through a phone's faulty network. */
export async function openDesk(server: DemoServer) {
  let token: string | undefined
  async function ask<T>(path: string, body?: object, method = 'POST'): Promise<T> {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: body === undefined ? 'GET' : method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  token = (await ask<{ token: string }>('profile/login', server.account('super user'))).token

  const status = () => ask<CheckStatus>('check-status')
  return {
    ask,
    status,
    /** How each tent is marked so far, by its label. */
    async marked(): Promise<Map<string, Outcome>> {
      const { marked } = await status()
      return new Map(marked.map(({ tent, mark }) => [tentLabel(tent), mark.outcome]))
    },
    /** Starts a check of the first so many tents, on so many pages; gives their labels. */
    async startCheck(tentCount: number, numCheckers = 1): Promise<string[]> {
      const roster = await ask<{ id: string; name: string; order: string }[]>('tent-checks')
      const chosen = roster.slice(0, tentCount)
      const perPage = Math.ceil(tentCount / numCheckers)
      const tents = chosen.map(({ id }, place) => ({ id, groupIndex: Math.floor(place / perPage) }))
      await ask('start-check', { tents, numCheckers })
      return chosen.map(tentLabel)
    },
    cancelCheck: () => ask('cancel-check', {}),
    /** A season in which every tent must show so many, by day and by night; `change`: what else it says. */
    async mustShow(count: number, change: Partial<Season> = {}): Promise<void> {
      const season = await ask<Season>('season')
      const inDays = (days: number) => localTimeOf(Date.now() + days * dayMs, season.timeZone)
      const periods = [{ name: 'Blue', from: inDays(-2), day: count, night: count }]
      const rules = { periods, ends: inDays(9), tentNumbersWin: false }
      await ask('season', { ...season, ...rules, ...change }, 'PUT')
    },
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
