import { expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { api } from '../../../shared/api.ts'
import {
  markKeyPrefix,
  readStored,
  removeStored,
  tokenKey,
  undoKeyPrefix,
  undoListKey,
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
  expect(verified.map(({ credentials }) => credentials)).toEqual(['same-origin', 'omit'])
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

it('undos that an older page stored in one list go before all others, each stored by itself', () => {
  vi.stubGlobal('API_ROUTES', api)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const [first, second, third] = ['u3', 'u2', 'u1'].map((undoId, place) => ({
    undoId,
    id: `t${place}`,
    checkId: 'c1',
    tentLabel: undoId,
    number: place + 1,
    markId: null,
  }))
  const keyOf = (undoId: string) => `${undoKeyPrefix('nora')}${undoId}`
  writeStored(undoListKey('nora'), JSON.stringify([first, second]))
  writeStored(keyOf('u1'), JSON.stringify({ ...third, order: 1 }))
  const { undos } = queuesOf('nora')
  onTestFinished(() => {
    undos.close()
    for (const undoId of ['u1', 'u2', 'u3']) removeStored(keyOf(undoId))
    removeStored(undoListKey('nora'))
    vi.unstubAllGlobals()
  })
  expect(undos.getState()).toMatchObject([first, second, third])
  expect(readStored(undoListKey('nora'))).toBeNull()
  expect(JSON.parse(readStored(keyOf('u3')) ?? '')).toMatchObject(first ?? {})
})
