// On each engine: the queue is taken from with locks.

import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  begin,
  begun,
  checked,
  eachNoticesNight,
  later,
  mails,
  missMails,
  needed,
  server,
  states,
  tentA,
  tentB,
  told,
} from '../../../tests/support/notices-night.ts'
import { minuteMs } from '../../shared/durations.ts'
import { systemContext } from '../context.ts'
import { notices } from '../db/schema.ts'
import { mailWork, type WriteLetter } from '../mail/send.ts'
import { MailFailure, sendAtMostMs } from '../mail/smtp.ts'
import { insertNotices } from '../mail/store.ts'
import { importRoster } from '../tents/roster-import.ts'
import { findNotice, updateRetried, updateTickedOff } from './store.ts'

eachNoticesNight()

/** Begins again without a mail server, and with the mail `m`, which is due. */
async function beginWithMail(): Promise<void> {
  await server.close()
  await begin({})
  const at = new Date(begun)
  await server.db.transaction((tx) =>
    insertNotices(tx, [
      { id: 'm', kind: 'shifts', netID: 'al1', about: '', messageID: '<m@x>', at, dueAt: at },
    ]),
  )
}

it('a notice is told by hand only together with the push that says so', async () => {
  await server.close()
  await begin({})
  const run = (text: string) =>
    server.db.transaction(({ queries }) => queries.execute(sql.raw(text)))
  // As a kill between the two would: the push is not written.
  await run(`alter table pushes add constraint broken check (kind <> 'needed')`)
  await checked()
  later(10 * minuteMs)
  await expect.poll(() => server.takeErrors().join()).toContain('notices could not be planned')
  expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
  await run('alter table pushes drop constraint broken')
  await expect.poll(states).toEqual(['miss al1 byHand', 'miss bz2 byHand'])
  expect(await needed()).toBe(1)
  server.takeErrors()
})

it('a mail server takes a mail from one of two servers alone', async () => {
  const other = await server.another()
  await checked()
  later(10 * minuteMs)
  await expect.poll(states).toEqual(['miss al1 sent', 'miss bz2 sent'])
  expect(told()).toEqual(missMails)
  await other.app.close()
})

it('a stop waits for the mails under way and begins no others, which the next server sends', async () => {
  const netIDs = Array.from({ length: 10 }, (_, place) => `p${place}`)
  for (const netID of netIDs) await server.signIn(netID)
  const members = netIDs.join(', ')
  await server.db.transaction((tx) =>
    importRoster(systemContext, tx, [{ ...tentA(members), members }, tentB], { results: true }),
  )
  await checked()
  mails.faults.latencyMs = 500
  let handedOver = 0
  let stopping: Promise<void> | undefined
  mails.faults.cutsOff = () => {
    handedOver += 1
    stopping ??= server.app.close()
    return false
  }
  later(10 * minuteMs)
  await expect.poll(() => handedOver).toBeGreaterThan(0)
  await stopping
  const isSent = eq(notices.state, 'sent')
  expect(await server.db.read(({ queries }) => queries.$count(notices, isSent))).toBe(handedOver)
  expect(handedOver).toBeLessThan(netIDs.length)
  // As a process that ends: what it still had under way is sent by another one.
  later(minuteMs + sendAtMostMs + 5001)
  const other = await server.another()
  await expect.poll(() => new Set(told()).size).toBe(netIDs.length)
  await other.app.close()
  expect(told()).toEqual(netIDs.map((netID) => `${netID}: A Miss for tent A, Ants`))
})

describe('a mail that is under way', () => {
  let sent = 0
  let answer: (failure?: MailFailure) => void
  const workAt = (ms: number) => {
    const letter = { to: 'al1@x', subject: '', head: '', lines: [], link: null } as never
    const send = () => {
      sent += 1
      return new Promise<void>((resolve, reject) => {
        answer = (failure) => (failure === undefined ? resolve() : reject(failure))
      })
    }
    const ctx = { ...systemContext, db: server.db, now: () => new Date(begun + ms) }
    return mailWork(ctx, send, async () => letter)()
  }
  let first: Promise<number>
  beforeEach(async () => {
    await beginWithMail()
    sent = 0
    first = workAt(0)
    await expect.poll(() => sent).toBe(1)
  })

  it('is taken by no other server before its time is over by a clock that is a minute behind', async () => {
    await workAt(minuteMs + sendAtMostMs)
    expect(sent).toBe(1)
    answer()
    await first
  })

  it('is sent once though it is ticked off and sent again meanwhile', async () => {
    const now = new Date(begun)
    await server.db.transaction((tx) => updateTickedOff(tx, 'm', now))
    await server.db.transaction((tx) => updateRetried(tx, 'm', now))
    await workAt(1)
    expect(sent).toBe(1)
    answer()
    await first
    await workAt(minuteMs + sendAtMostMs + 5001)
    expect(sent).toBe(1)
  })

  it.each([
    ['refused', false, null],
    ['unreachable', true, expect.stringContaining('same Message-ID')],
  ] as const)(
    'and is %s after it was ticked off is sent again at once; lost answer %s',
    async (kind, mayHaveArrived, error) => {
      const now = new Date(begun)
      await server.db.transaction((tx) => updateTickedOff(tx, 'm', now))
      answer(new MailFailure(kind, 'It failed.', mayHaveArrived))
      await first
      await server.db.transaction((tx) => updateRetried(tx, 'm', now))
      const again = workAt(1)
      await expect.poll(() => sent).toBe(2)
      answer()
      await again
      expect(await server.db.read((reader) => findNotice(reader, 'm'))).toMatchObject({
        state: 'sent',
        error,
      })
    },
  )
})

it('a mail that could not be read was not sent, so no answer is lost', async () => {
  await beginWithMail()
  const workAt = (ms: number, letterOf: WriteLetter) => {
    const ctx = { ...systemContext, db: server.db, now: () => new Date(begun + ms) }
    return mailWork(ctx, () => Promise.reject(new Error('It was sent')), letterOf)()
  }
  const kept = () => server.db.read((reader) => findNotice(reader, 'm'))
  const broken = workAt(0, () => Promise.reject(new Error('It cannot be read')))
  await expect(broken).rejects.toThrow('It cannot be read')
  expect(await kept()).toMatchObject({ state: 'waiting', tries: 0, lostAnswers: 0 })
  await workAt(minuteMs + sendAtMostMs + 5001, async () => 'gone')
  expect(await kept()).toBeUndefined()
})

it('what becomes due while mails about accounts keep their lanes waits behind none of them', async () => {
  await server.close()
  await begin({})
  const at = new Date(begun)
  const notice = (id: string, kind: 'resetPassword' | 'shifts') =>
    ({ id, kind, netID: 'al1', about: '', messageID: `<${id}@x>`, at, dueAt: at }) as const
  const insert = (notices: ReturnType<typeof notice>[]) =>
    server.db.transaction((tx) => insertNotices(tx, notices))
  await insert(Array.from({ length: 5 }, (_, place) => notice(`r${place}`, 'resetPassword')))
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  const sent: string[] = []
  const letter = { to: 'al1@x', head: '', lines: [], link: null }
  const work = mailWork(
    { ...systemContext, db: server.db, now: () => at },
    async ({ subject }) => {
      sent.push(subject)
      if (subject === 'resetPassword') await held
    },
    async (_, { kind }) => ({ ...letter, subject: kind }) as never,
  )()
  const three = ['resetPassword', 'resetPassword', 'resetPassword']
  await expect.poll(() => sent).toEqual(three)
  await insert([notice('s', 'shifts')])
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual([...three, 'shifts'])
  free()
  await work
  expect(sent).toHaveLength(6)
})

it('a Miss and a mail about an account wait behind no mails about shifts, however many', async () => {
  await server.close()
  await begin({})
  const at = new Date(begun)
  const notice = (id: string, kind: 'miss' | 'resetPassword' | 'shifts') =>
    ({ id, kind, netID: 'al1', about: '', messageID: `<${id}@x>`, at, dueAt: at }) as const
  const insert = (notices: ReturnType<typeof notice>[]) =>
    server.db.transaction((tx) => insertNotices(tx, notices))
  await insert(Array.from({ length: 10 }, (_, place) => notice(`s${place}`, 'shifts')))
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  const sent: string[] = []
  const letter = { to: 'al1@x', head: '', lines: [], link: null }
  const work = mailWork(
    { ...systemContext, db: server.db, now: () => at },
    async ({ subject }) => {
      sent.push(subject)
      if (subject === 'shifts') await held
    },
    async (_, { kind }) => ({ ...letter, subject: kind }) as never,
  )()
  await expect.poll(() => sent.length).toBeGreaterThanOrEqual(3)
  await insert([notice('m', 'miss'), notice('r', 'resetPassword')])
  const others = () => sent.filter((kind) => kind !== 'shifts').sort()
  await expect.poll(others, { timeout: 10_000 }).toEqual(['miss', 'resetPassword'])
  free()
  await work
  expect(sent).toHaveLength(12)
})
