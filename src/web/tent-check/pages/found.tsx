import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { matchIn } from '../../ui/find-text.ts'
import { isMeant, queryWords } from './search-tents.ts'

/** The people of a tent whom the search means, each with a dot behind. */
export function FoundPeople({ tent, query }: { tent: ActiveTent; query: string }) {
  if (query === '') return null
  const { captainName, people = [] } = tent
  // The captain may be none of the members.
  const isOther = !people.some(({ name }) => name === captainName)
  return [...people, ...(isOther ? [{ id: 'captain', name: captainName }] : [])]
    .filter(({ name }) => isMeant(name, query))
    .map(({ id, name }) => (
      <span key={id}>
        <Marked text={name} query={query} /> ·{' '}
      </span>
    ))
}

/** A text in which the part that matches the search is highlighted. */
export function Marked({ text, query }: { text: string; query: string }) {
  const found = query === '' ? null : matchIn(text, queryWords(query))
  if (found === null) return text
  const [from, to] = found
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}
