import { parentPort, workerData } from 'node:worker_threads'
import { systemContext } from '../context.ts'
import { letServerGoFirst } from '../thread.ts'
import { type PushSettings, pushClient, type SendPush } from './client.ts'

/** A request to the thread; its answer has the same number. */
export type PushAsked = { id: number; push: Parameters<SendPush> }
export type PushAnswered = { id: number; pushed: Awaited<ReturnType<SendPush>> }

letServerGoFirst({ isAwaited: true })
const send = pushClient(workerData as PushSettings, systemContext.now)
parentPort?.on('message', async ({ id, push }: PushAsked) => {
  parentPort?.postMessage({ id, pushed: await send(...push) } satisfies PushAnswered)
})
