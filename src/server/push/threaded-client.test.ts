import { afterEach, beforeEach, expect, it } from 'vitest'
import { type PushStandIn, startPushService } from '../../../stand-ins/push.ts'
import type { ThreadProgram } from '../thread.ts'
import { threadedPushClient } from './threaded-client.ts'

let service: PushStandIn
let errors: string[]
let close: () => void
beforeEach(async () => {
  service = await startPushService()
  errors = []
})
afterEach(async () => {
  close()
  await service.close()
})

const words = { title: 'Miss', body: 'Tent A', url: '/profile', tag: 'miss' }

function client(program?: ThreadProgram) {
  const settings = { publicUrl: null, pushTestOrigin: service.origin, secretKey: '5e'.repeat(32) }
  const { send, ...more } = threadedPushClient(
    settings,
    (error) => errors.push(error.message),
    program,
  )
  close = more.close
  return (path: string) => {
    const { endpoint, keys } = service.browser(path).subscription
    return send({ endpoint, ...keys }, words, 60)
  }
}

it('answers each push with what became of it', async () => {
  service.answer('/gone', 410)
  service.answer('/busy', 429)
  const push = client()
  const came = await Promise.all(['/a', '/gone', '/busy', '/b'].map(push))
  expect(came.map((each) => each.came)).toEqual(['taken', 'gone', 'later', 'taken'])
  expect(service.asked.toSorted()).toEqual(['/a', '/b', '/busy', '/gone'])
})

it('leaves for later what a thread that failed had to do, and begins another one', async () => {
  const program = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, push: [{ endpoint }] }) => {
      if (endpoint.endsWith('/last')) throw new Error('out of memory')
      if (!endpoint.endsWith('/held')) parentPort.postMessage({ id, pushed: { came: 'taken' } })
    })`
  const file = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  const push = client({ file })
  const later = { came: 'later', afterMs: 0, isDown: true }
  expect(await Promise.all([push('/held'), push('/last')])).toEqual([later, later])
  expect(errors).toEqual(['out of memory'])
  expect(await push('/next')).toEqual({ came: 'taken' })
})
