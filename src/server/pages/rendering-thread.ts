import { parentPort, workerData } from 'node:worker_threads'
import { letServerGoFirst } from '../thread.ts'
import { render } from './render.ts'

letServerGoFirst({ isAwaited: true })
parentPort?.postMessage(render(workerData))
