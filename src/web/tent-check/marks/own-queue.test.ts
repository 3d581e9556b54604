import { expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { api } from '../../../shared/api.ts'
import { formerSession } from '../../api/former-session.ts'
import {
  markKeyPrefix,
  readStored,
  removeStored,
  tokenKey,
  writeStored,
} from '../../api/storage.ts'
import { markOf } from './mark.ts'
import { queuesOf } from './own-queue.ts'

const tap = { tent: activeTent({ order: '1' }), checkId: 'c1', monitor: { firstName: 'Lena' } }

it('a mark that waits asks for the server without touching the cookie, which may be another person’s by then', async () => {
  const asked: { path: string; credentials: RequestCredentials | undefined }[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('API_ROUTES', api)
  vi.stubGlobal('fetch', async (path: string, { credentials }: RequestInit) => {
    asked.push({ path, credentials })
    return Response.json({ netID: 'lena', mark: { number: 2 } })
  })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => {
    removeStored(tokenKey)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  writeStored(tokenKey, 'a token')
  const { queue } = queuesOf('lena')
  queue.add(markOf({ ...tap, markId: 'm1', now: new Date(0), outcome: 'miss' }))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(queue.getState().saved).toHaveLength(1)
  const verified = asked.filter(({ path }) => path === api.verifyToken.path)
  // Whose the token is, and then whether the server answers.
  expect(verified.map(({ credentials }) => credentials)).toEqual(['omit', 'omit'])
})

it('a mark that another tab wrote down is taken up as soon as the browser says so', () => {
  const { queue } = queuesOf('mona')
  onTestFinished(() => queue.close())
  const mark = markOf({ ...tap, markId: 'm2', now: new Date(0), outcome: 'miss' })
  const key = `${markKeyPrefix('mona')}m2`
  writeStored(key, JSON.stringify(mark))
  onTestFinished(() => removeStored(key))
  dispatchEvent(new StorageEvent('storage', { key }))
  expect(queue.getState().marks).toMatchObject([{ markId: 'm2' }])
})

it('an undo of a mark that waited leaves the mark that a colleague had made before', async () => {
  const asked: string[] = []
  const netID = 'sue'
  const standing = { id: tap.tent.id, outcome: 'miss', by: 'Mona', netID: 'mona', number: 12 }
  let isBack = false
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('API_ROUTES', api)
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path === api.mark.path && !isBack) throw new TypeError('Failed to fetch')
    return Response.json({ netID, ok: true, mark: standing, number: 13 })
  })
  onTestFinished(() => {
    removeStored(tokenKey)
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  writeStored(tokenKey, 'sues')
  const { queue, undos } = queuesOf(netID)
  queue.add(markOf({ ...tap, markId: 'm4', now: new Date(0), outcome: 'miss' }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(queue.takeBack('m4')).toBe(false)
  const undo = { undoId: 'u4', id: tap.tent.id, checkId: 'c1', tentLabel: '1' }
  undos.add({ ...undo, number: null, markId: 'm4' })
  isBack = true
  queue.flush()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).not.toContain(api.undoMark.path)
  expect(undos.getState()).toEqual([])
  expect(queue.getState()).toMatchObject({ marks: [], saved: [{ markId: 'm4', facts: standing }] })
})

it('a queue that is closed as somebody else opens theirs ends its session, once what is under way has its answer, and loses no mark', async () => {
  const ended: string[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('API_ROUTES', api)
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    if (path === api.mark.path) throw new TypeError('Failed to fetch')
    if (path === api.logout.path) ended.push(String(new Headers(headers).get('authorization')))
    return Response.json({ netID: 'nora', ok: true })
  })
  const key = `${markKeyPrefix('nora')}m3`
  onTestFinished(() => {
    for (const one of [tokenKey, key]) removeStored(one)
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  writeStored(tokenKey, 'noras')
  queuesOf('nora').queue.add(markOf({ ...tap, markId: 'm3', now: new Date(0), outcome: 'miss' }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(formerSession.isKept('nora', 'noras')).toBe(true)
  writeStored(tokenKey, 'bos')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toEqual([])
  queuesOf('bo')
  await vi.advanceTimersByTimeAsync(44_000)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(ended).toEqual(['Bearer noras'])
  expect(readStored(key)).not.toBeNull()
})
