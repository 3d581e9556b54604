import { useState } from 'react'
import type { ChangedTent } from '../../shared/audit/contract.ts'
import { pathOfTentRecord } from '../../shared/screens.ts'
import { Link } from '../routing/link.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { auditTexts } from './texts.ts'
import { useAuditedTents } from './use-audit.ts'
import { columnsText, type Imported } from './words.ts'

const kinds = [
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['retired', 'Retired'],
] as const

/** Tent by tent what an import changed. */
export function ImportedTents({ event }: { event: Imported }) {
  const query = useAuditedTents(event.id)
  const { data } = query
  if (data === undefined) return <NotLoaded query={query} failed={auditTexts.tentsFailed} />
  return kinds.map(([kind, title]) => (
    <Kind
      key={kind}
      title={title}
      count={event[kind]}
      tents={data.filter(({ change }) => change === kind)}
    />
  ))
}

/** `count`: how many there were, also of those that the audit does not name. */
type KindProps = { title: string; count: number; tents: readonly ChangedTent[] }

const shownFirst = 20

function Kind({ title, count, tents }: KindProps) {
  const [shown, setShown] = useState(shownFirst)
  if (count === 0) return null
  const unnamed = count - tents.length
  return (
    <section aria-label={title}>
      <h4>
        {title}: {count}
      </h4>
      <ul>
        {tents.slice(0, shown).map((tent) => (
          <li key={tent.tentId ?? tent.tent}>
            <Named tent={tent} />
            {tent.columns.length > 0 && ` (${columnsText(tent)})`}
          </li>
        ))}
      </ul>
      <ShowMore left={tents.length - shown} onClick={() => setShown(shown + 200)} />
      {unnamed > 0 && <p>{auditTexts.unnamed(unnamed)}</p>}
    </section>
  )
}

/** Older events have no id to lead by. */
function Named({ tent: { tentId, tent } }: { tent: ChangedTent }) {
  if (tentId === undefined) return tent
  return <Link to={pathOfTentRecord(tentId)}>{tent}</Link>
}
