import { describe, expect, it } from 'vitest'
import type { Health } from '../../shared/operations/contract.ts'
import { concernsOf } from './concerns.ts'
import { operationsTexts } from './texts.ts'

const at = '2026-01-19T07:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString()
const empty = { waiting: 0, oldestSince: null }
const since = (minutes: number) => ({ waiting: 1, oldestSince: ago(minutes) })
const failed = (minutes: number) => ({
  id: 'r1',
  at: ago(minutes),
  method: 'GET',
  route: '/api/checks',
  error: 'it broke',
})
const well: Health = {
  at,
  startedAt: ago(3000),
  version: '1.0.0',
  engine: 'Embedded PostgreSQL 17',
  disk: { freeBytes: 5e9, totalBytes: 2e10 },
  backsUp: true,
  backup: { at: ago(59), bytes: 1000 },
  queues: { airtable: empty, mails: empty, pushes: empty },
  failed: [],
  servers: ['1.0.0'],
}

describe('whether tonight is safe', () => {
  it.each<[string, Partial<Health>]>([
    ['all is well', {}],
    ['nothing is known of the disk', { disk: null }],
    ['it began a moment ago', { startedAt: ago(5), backup: null }],
    ['PostgreSQL is backed up otherwise', { backsUp: false, backup: null }],
    ['something waits for a moment', { queues: { ...well.queues, airtable: since(14) } }],
    ['something failed this morning', { failed: [failed(61)] }],
    ['there are two servers of one version', { servers: ['1.0.0', '1.0.0'] }],
  ])('it is where %s', (_, more) => {
    expect(concernsOf({ ...well, ...more })).toEqual([])
  })

  it.each<[keyof typeof operationsTexts, Partial<Health>]>([
    ['diskIsLow', { disk: { freeBytes: 999_999_999, totalBytes: 2e10 } }],
    ['backupIsOld', { backup: { at: ago(151), bytes: 1 } }],
    ['backupIsOld', { backup: null }],
    ['airtableWaits', { queues: { ...well.queues, airtable: since(16) } }],
    ['noticesWait', { queues: { ...well.queues, mails: since(16) } }],
    ['noticesWait', { queues: { ...well.queues, pushes: since(16) } }],
    ['versionsDiffer', { servers: ['1.0.0', '1.1.0'] }],
  ])('%s is said', (name, more) => {
    expect(concernsOf({ ...well, ...more })).toEqual([operationsTexts[name]])
  })

  it('failed requests of the last hour are counted', () => {
    expect(concernsOf({ ...well, failed: [failed(1), failed(59), failed(60)] })).toEqual([
      operationsTexts.requestsFailed(2),
    ])
  })
})
