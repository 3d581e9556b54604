import { parentPort, workerData } from 'node:worker_threads'
import { frameOf } from '../../shared/shifts/frame.ts'
import { greedyPlan } from '../../shared/shifts/greedy.ts'
import { keeping } from '../../shared/shifts/replan.ts'
import { letServerGoFirst } from '../thread.ts'
import type { FirstPlan, FirstPlanTask } from './first-plan.ts'

letServerGoFirst()
const { problem, slots, keep }: FirstPlanTask = workerData
const first: FirstPlan =
  keep === null ? { problem, plan: greedyPlan(frameOf(problem)) } : keeping(problem, keep, slots)
parentPort?.postMessage(first)
