import { parentPort, workerData } from 'node:worker_threads'
import { frameOf } from '../../shared/shifts/frame.ts'
import { greedyPlan } from '../../shared/shifts/greedy.ts'
import { keeping } from '../../shared/shifts/replan.ts'
import { letServerGoFirst } from '../thread.ts'
import type { FirstPlan, FirstPlanTask } from './first-plan.ts'

letServerGoFirst()
const { problem: given, slots, keep }: FirstPlanTask = workerData
const problem = keep === null ? given : keeping(given, keep, slots)
const plan = greedyPlan(frameOf(problem))
parentPort?.postMessage({ problem, plan } satisfies FirstPlan)
