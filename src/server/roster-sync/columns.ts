import type { Connection } from '../../shared/roster-sync/contract.ts'
import type { AirtableClient } from '../airtable/client.ts'
import { AirtableFailure, unknownColumn } from '../airtable/failure.ts'
import { airtableColumns } from './records.ts'

/**
 * Requests columns of ours by name, and again without those that Airtable says are missing: without
 * names, an empty cell and a missing column would look alike. Returns the answer and the missing
 * columns. Stops if both Order and Name are missing: Airtable names only one missing column for each
 * request, and allows five requests in a second.
 */
export async function withKnownColumns<T>(
  ask: (columns: readonly string[]) => Promise<T>,
  wanted: readonly string[] = airtableColumns,
): Promise<{ answer: T; missing: string[] }> {
  const missing: string[] = []
  for (;;) {
    const columns = wanted.filter((name) => !missing.includes(name))
    try {
      return { answer: await ask(columns), missing }
    } catch (error) {
      const name = error instanceof AirtableFailure ? unknownColumn(error) : null
      if (name === null || !columns.includes(name)) throw error
      missing.push(name)
      if (missing.includes('Order') && missing.includes('Name')) throw noNames
    }
  }
}

const noNames = new AirtableFailure(
  'refused',
  'NONE_OF_OUR_COLUMNS',
  'The table has neither a column Order nor a column Name. Is it the right table?',
)

/** Reads one record, to test the settings. */
export async function testConnection(client: Pick<AirtableClient, 'readOne'>): Promise<Connection> {
  try {
    const { missing } = await withKnownColumns((columns) => client.readOne(columns))
    if (missing.length === 0)
      return { works: true, text: 'Airtable answers, and every column is there.' }
    return { works: true, text: `Airtable answers. ${missingText(missing)}` }
  } catch (error) {
    if (!(error instanceof AirtableFailure)) throw error
    return { works: false, text: failureText(error) }
  }
}

function missingText(missing: readonly string[]): string {
  const names = missing.map((name) => `“${name}”`).join(', ')
  const noun = missing.length === 1 ? 'column' : 'columns'
  return `The table lacks the ${noun} ${names}: was a column renamed?`
}

/** The meaning of a failure, with Airtable's own message. */
export function failureText(failure: AirtableFailure): string {
  const meaning = meaningOf(failure)
  return meaning === '' ? failure.message : `${meaning} Airtable’s words: ${failure.message}`
}

function meaningOf({ kind, status, type }: AirtableFailure): string {
  if (kind === 'spent') return 'The requests of this month are used up; waiting does not help.'
  if (status === 401) return 'Airtable does not accept the API key.'
  const isNotFound = status === 404 || type === 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND'
  if (!isNotFound) return ''
  return 'Airtable cannot find this base or table, or the API key has no access to it.'
}
