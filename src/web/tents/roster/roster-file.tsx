import { useRef, useState } from 'react'
import { dashboardMessages } from '../../../shared/dashboard-messages.ts'
import { refusals } from '../../../shared/refusals.ts'
import type { RosterCounts, RosterPreview } from '../../../shared/tents/contract.ts'
import { rosterText } from '../../../shared/tents/roster-text.ts'
import { CallError, call, hasCode } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { useMessage } from '../../ui/use-message.tsx'
import styles from './roster-file.module.css'
import { RosterChanges, RosterProblems } from './roster-outcome.tsx'
import { type RosterRefused, refusedOf } from './roster-problems.ts'
import { RosterTemplate } from './roster-template.tsx'
import { rosterTexts } from './texts.ts'

type Chosen = { csv: string; results: boolean; preview: RosterPreview }

/** Less than a call may have: in JSON, line breaks and quotes take more. */
const bytesAtMost = 1_000_000

/**
 * Exports and imports the roster as CSV. The effect of a file is shown before it is imported. While
 * the tents come from Airtable, only the export is offered.
 */
export function RosterFile({
  mayImport,
  onImported,
}: {
  mayImport: boolean
  onImported: () => Promise<void>
}) {
  const input = useRef<HTMLInputElement>(null)
  const [results, setResults] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refused, setRefused] = useState<RosterRefused | null>(null)
  const told = useRef<HTMLParagraphElement>(null)
  const lookButton = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter(chosen, () => told.current ?? lookButton.current)
  const { message, say, clear } = useMessage({ hideAfterMs: null, dismissible: true })

  const forget = () => {
    setChosen(null)
    setRefused(null)
    clear()
  }

  const onFailed = (error: Error) => {
    setRefused(error instanceof CallError ? refusedOf(error.answer) : null)
    if (hasCode(error, 'rosterChanged')) {
      void focusAfter(async () => setChosen(null))
    }
  }
  const preview = useAction({
    act: async (file: File) => {
      if (file.size > bytesAtMost) return say('danger', refusals.rosterTooLarge[1])
      // The file has been changed or removed on the disk since it was chosen.
      const bytes = await file.arrayBuffer().catch(() => null)
      if (bytes === null) return say('danger', rosterTexts.fileUnreadable)
      const csv = rosterText(new Uint8Array(bytes), TextDecoder)
      const answer = await focusAfter(() => call('previewRoster', { csv, results }))
      setChosen({ csv, results, preview: answer })
    },
    say,
    failed: rosterTexts.importFailed,
    unanswered: rosterTexts.previewUnanswered,
    onFailed,
  })
  const importing = useAction({
    act: async ({ csv, results: withResults, preview: { hash } }: Chosen) => {
      const body = { csv, results: withResults, hash }
      const { postponed } = await focusAfter(() => call('importRoster', body))
      forget()
      if (input.current) input.current.value = ''
      say('ok', postponed > 0 ? rosterTexts.importedInPart(postponed) : rosterTexts.imported)
      await onImported()
    },
    say,
    failed: rosterTexts.importFailed,
    unanswered: rosterTexts.importUnanswered,
    onFailed,
  })
  const said = refused ?? chosen?.preview
  const busy = preview.busy || importing.busy

  const look = () => {
    forget()
    const file = input.current?.files?.[0]
    if (file === undefined) say('danger', dashboardMessages.chooseFile)
    else preview.run(file)
  }

  return (
    <div className={styles['file']}>
      <p>
        <a href="/api/roster/export" download="roster.csv">
          Download the roster as CSV
        </a>
      </p>
      {!mayImport && <p>{rosterTexts.rosterIsAirtables}</p>}
      {mayImport && (
        <>
          <RosterTemplate />
          <label htmlFor="roster-csv">Import a roster (CSV with Airtable’s columns)</label>
          <input
            ref={input}
            id="roster-csv"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            disabled={busy}
            className={styles['input']}
            // So that the same file can be chosen again after it was corrected.
            onClick={(event) => {
              event.currentTarget.value = ''
              forget()
            }}
            onChange={forget}
          />
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={results}
              disabled={busy}
              onChange={(event) => {
                setResults(event.target.checked)
                forget()
              }}
            />
            Also replace the misses and check dates of tents that are here already
          </label>
          {message}
          {chosen && (
            <p ref={told} tabIndex={-1} className={styles['preview']}>
              {previewText(chosen.preview)}
            </p>
          )}
          {refused && (
            <RosterProblems
              title="To be corrected"
              tone="danger"
              problems={refused.problems}
              count={refused.problemCount}
            />
          )}
          {said && (
            <RosterProblems
              title="Looks wrong"
              tone="live"
              problems={said.warnings}
              count={said.warningCount}
            />
          )}
          {chosen && <RosterChanges preview={chosen.preview} />}
          {/* Each has a key: as one button, a second Enter would import unread. */}
          {chosen ? (
            <Button key="import" busy={busy} onClick={() => importing.run(chosen)}>
              Import this roster
            </Button>
          ) : (
            <Button key="look" ref={lookButton} variant="quiet" busy={busy} onClick={look}>
              See what it would change
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function previewText({ added, changed, retired, unchanged, postponed }: RosterCounts): string {
  const stay = unchanged === 1 ? 'stays as it is' : 'stay as they are'
  const now = `It would add ${added}, change ${changed} and retire ${retired}; ${unchanged} ${stay}.`
  return postponed > 0 ? `${now} ${rosterTexts.leftOut(postponed)}` : now
}
