import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CheckLine, WholeCheck } from '../../shared/check-history/contract.ts'
import { excludedBy } from '../../shared/check-history/excluded.ts'
import { counted } from '../../shared/counted.ts'
import { placeOfTentInCheck } from '../../shared/screens.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { SearchField } from '../ui/search-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useMessage } from '../ui/use-message.tsx'
import styles from './check-history.module.css'
import { CorrectDialog } from './correct-dialog.tsx'
import { type LineFilter, linesThrough } from './line-filter.ts'
import { LineItem } from './line-item.tsx'
import { checkHistoryTexts } from './texts.ts'
import { outcomeWords, personText } from './words.ts'

type LineListProps = {
  check: WholeCheck
  filter: LineFilter
  onFilter: (filter: LineFilter) => void
  /** The id of the tent that the address names; undefined: none. */
  meant: string | undefined
  mayCorrect: boolean
}

/** How each tent stands, filtered by tent, monitor and outcome. */
export function LineList({ check, filter, onFilter, meant, mayCorrect }: LineListProps) {
  const [correctingId, setCorrectingId] = useState<string | null>(null)
  const [isCorrecting, setCorrecting] = useState(false)
  const { message, say } = useMessage()
  const { tents, monitors, ending } = check
  const shown = linesThrough(tents, filter)
  const count = useRef<HTMLParagraphElement>(null)
  const focusAfter = useFocusAfter(shown.map(({ id }) => id).join(), () => count.current)
  const excluded = [...excludedBy(check.events)]
  // As it stands now: somebody else may have corrected it meanwhile.
  const correcting = tents.find(({ id }) => id === correctingId)
  const correct = ({ id }: CheckLine) => {
    setCorrectingId(id)
    setCorrecting(true)
  }
  /** If the line has left the list by then, nothing is there to have the focus again. */
  const close = (update: () => void) => {
    flushSync(update)
    if (document.activeElement === document.body) count.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className={styles['filters']}>
        <SearchField
          label="Search tents"
          value={filter.query}
          onChange={(query) => onFilter({ ...filter, query })}
        />
        <SelectField
          label="Marked by"
          value={filter.monitor}
          options={[
            ['', 'Anyone'],
            ...monitors.map((monitor) => [monitor.netID, personText(monitor)] as const),
          ]}
          onChange={(monitor) => onFilter({ ...filter, monitor })}
        />
        <SelectField
          label="Outcome"
          value={filter.outcome}
          options={[['', 'All'], ...Object.entries(outcomeWords), ['corrected', 'Corrected']]}
          onChange={(outcome) => onFilter({ ...filter, outcome })}
        />
      </div>
      <p ref={count} role="status" tabIndex={-1} className="muted">
        {shown.length === 0
          ? checkHistoryTexts.noLinesFound
          : `${shown.length} of ${counted(tents.length, 'tent')}`}
      </p>
      {message}
      {!mayCorrect && ending !== null && <p className="muted">{checkHistoryTexts.whoCorrects}</p>}
      <ol className={styles['lines']}>
        {shown.map((line) => (
          <LineItem
            key={line.id}
            line={line}
            check={check}
            anchor={placeOfTentInCheck(line.id)}
            excluded={excluded}
            isMeant={line.id === meant}
            onCorrect={mayCorrect && ending !== null ? correct : null}
          />
        ))}
      </ol>
      {correcting && (
        <CorrectDialog
          key={correcting.id}
          isOpen={isCorrecting}
          checkId={check.id}
          line={correcting}
          isSeasonClosed={check.seasonClosed === true}
          focusAfter={focusAfter}
          onCorrected={(text) => {
            close(() => setCorrectingId(null))
            say('ok', text)
          }}
          onClose={() => close(() => setCorrecting(false))}
        />
      )}
    </>
  )
}
