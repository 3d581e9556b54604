import { useQuery } from '@tanstack/react-query'
import type { DocumentKind } from '../../shared/documents/contract.ts'
import { call } from '../api/call.ts'

const calls = { policy: 'policyFile', calendar: 'calendarFile' } as const

export const documentKey = (kind: DocumentKind) => ['document', kind]

/** The address of the newest file of a kind; `url` null: none is uploaded yet. */
export function useDocument(kind: DocumentKind) {
  return useQuery({ queryKey: documentKey(kind), queryFn: () => call(calls[kind]) })
}
