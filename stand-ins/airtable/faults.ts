/** `moment`: a date with its time, which takes a text without a zone for UTC. */
export type ColumnType = 'text' | 'number' | 'select' | 'moment'

/** All of it may be changed while it runs. */
export type AirtableFaults = {
  latencyMs: [least: number, most: number]
  /** Answers every request with 503, in these words. */
  isDown: boolean
  wordsWhenDown: string
  /** The key may only read. */
  isReadOnly: boolean
  /** Shares of requests, 0 to 1: cut before anything is done, or in the middle of the answer. */
  cutBefore: number
  cutMidAnswer: number
  badGateway: number
  /** Of the pages after the first. */
  deadCursor: number
  /** Requests beyond the limit, invented: a colleague's script asks the same base. */
  limited: number
  /** Answers may be this much older than the last write by the API; people’s edits show at once. */
  lagMs: number
  /** Requests that the plan has left in this month. */
  requestsLeft: number
}

export const noFaults: AirtableFaults = {
  latencyMs: [0, 0],
  isDown: false,
  wordsWhenDown: 'Service temporarily unavailable',
  isReadOnly: false,
  cutBefore: 0,
  cutMidAnswer: 0,
  badGateway: 0,
  deadCursor: 0,
  limited: 0,
  lagMs: 0,
  requestsLeft: Number.POSITIVE_INFINITY,
}

/** What the parts of the stand-in work with; `happens`: by chance, in this share of cases. */
export type Given = {
  columns: Record<string, ColumnType>
  penaltyMs: number
  random: () => number
  clock: () => number
  happens: (share: number) => boolean
  faults: AirtableFaults
}
