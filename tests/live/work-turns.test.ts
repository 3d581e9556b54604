import { expect, it, vi } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { workAtMost } from '../../src/server/http/work-turns.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { rosterRow } from '../support/roster-row.ts'
import { ants, params, startShiftTent } from '../support/shift-tent.ts'

it('those with a role wait behind nobody, and one account leaves turns to others', async () => {
  const server = await startApp()
  const monitor = server.withToken(await server.signIn('mo', { isLineMonitor: true }))
  const ada = server.withToken(await server.signIn('ada'))
  const bo = server.withToken(await server.signIn('bo'))
  const cy = server.withToken(await server.signIn('cy'))
  for (const each of [monitor, ada, bo, cy]) await each.call('me')
  const reads = holdReads(server, isListOfSessions)
  const many = Array.from({ length: 10 }, () => ada.call('listSessions'))
  await expect.poll(reads.held).toBe(workAtMost.ofOne)
  await bo.call('me')
  expect(reads.held()).toBe(workAtMost.ofOne)
  const bos = [1, 2].map(() => bo.call('listSessions'))
  await expect.poll(reads.held).toBe(workAtMost.atOnce)
  let isIn = false
  const waiting = cy.call('me').then(() => {
    isIn = true
  })
  await monitor.call('me')
  expect(reads.held()).toBe(workAtMost.atOnce)
  expect(isIn).toBe(false)
  reads.release()
  await Promise.all([...many, ...bos, waiting])
  await server.close()
})

it('a list that anyone may read is made by turns for those who are signed in', async () => {
  const server = await startApp()
  await server.db.transaction((tx) =>
    importRoster(systemContext, tx, [rosterRow({ name: 'Ants' })], { results: true }),
  )
  const ada = server.withToken(await server.signIn('ada'))
  const bo = server.withToken(await server.signIn('bo'))
  const reads = holdReads(server, (found) => isListOfTents(found) || isListOfSessions(found))
  // Two lists of tents would share what is read.
  const lists = [ada.call('listTents'), ada.call('listSessions')]
  await expect.poll(reads.held).toBe(workAtMost.ofOne)
  let isIn = false
  const waiting = ada.call('me').then(() => {
    isIn = true
  })
  await bo.call('me')
  expect(isIn).toBe(false)
  reads.release()
  await Promise.all([...lists, waiting])
  await server.close()
})

it('a flood of one calendar leaves turns to others', async () => {
  const tent = await startShiftTent()
  const { server, people } = tent
  await tent.roster([ants])
  await tent.threeFree()
  const { path } = await people.bo.call('makeShiftFeed', undefined, { params })
  const reads = holdReads(server, (found) => String(found).startsWith('BEGIN:VCALENDAR'))
  const flood = Array.from({ length: 20 }, () => fetch(server.url + path))
  await expect.poll(reads.held).toBe(workAtMost.ofOne)
  await tent.read(people.ann)
  expect(reads.held()).toBe(workAtMost.ofOne)
  reads.release()
  for (const { status } of await Promise.all(flood)) expect(status).toBe(200)
  await server.close()
})

/** Holds what is read of this kind until it is released. */
function holdReads({ db }: Pick<TestApp, 'db'>, fits: (found: unknown) => boolean) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  const real = db.read
  vi.spyOn(db, 'read').mockImplementation(async (work) => {
    const found = await real(work)
    if (!fits(found)) return found
    held += 1
    await released
    return found
  })
  return { held: () => held, release }
}

/** What listTents reads for everybody. */
function isListOfTents(found: unknown): boolean {
  return typeof found === 'object' && found !== null && 'monitors' in found
}

/** What listSessions reads; who asks is read by itself, whenever nothing is cached of it. */
function isListOfSessions(found: unknown): boolean {
  return Array.isArray(found) && found.length > 0 && 'device' in found[0]
}
