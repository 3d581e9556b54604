import { useRef, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import type { RosterCounts, RosterProblem } from '../../shared/tents/contract.ts'
import { CallError, call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './roster-file.module.css'
import { problemsIn, type RosterProblems } from './roster-problems.ts'

type Chosen = { csv: string; results: boolean; preview: RosterCounts }

/**
 * The roster as a CSV file, out and in. What a file would do is shown before it is done. While the
 * tents come from Airtable there is only the way out.
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
  const [problems, setProblems] = useState<RosterProblems | null>(null)
  const [busy, setBusy] = useState(false)
  const { message, say, clear } = useMessage()

  const forget = () => {
    setChosen(null)
    setProblems(null)
    clear()
  }

  const attempt = async (ifUnanswered: string, work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setProblems(error instanceof CallError ? problemsIn(error.answer) : null)
      say('danger', failureText(error, texts.importFailed, ifUnanswered))
    } finally {
      setBusy(false)
    }
  }

  const look = async () => {
    forget()
    const file = input.current?.files?.[0]
    if (file === undefined) return say('danger', texts.chooseFile)
    await attempt(texts.previewUnanswered, async () => {
      // Changed on the disk since it was chosen, or gone from there.
      const csv = await file.text().catch(() => null)
      if (csv === null) return say('danger', texts.fileUnreadable)
      setChosen({ csv, results, preview: await call('previewRoster', { csv, results }) })
    })
  }

  const importIt = ({ csv, results: withResults }: Chosen) =>
    attempt(texts.importUnanswered, async () => {
      await call('importRoster', { csv, results: withResults })
      forget()
      if (input.current) input.current.value = ''
      say('ok', texts.imported)
      await onImported()
    })

  return (
    <div className={styles['file']} id="roster-file">
      <p>
        <a href="/api/roster/export" download="roster.csv">
          Download the roster as CSV
        </a>
      </p>
      {!mayImport && <p>{texts.rosterIsAirtables}</p>}
      {mayImport && (
        <>
          <label htmlFor="roster-csv">Import a roster (CSV with Airtable’s columns)</label>
          <input
            ref={input}
            id="roster-csv"
            type="file"
            accept=".csv,text/csv"
            disabled={busy}
            className={styles['input']}
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
            The file’s misses and dates count for known tents, too
          </label>
          {chosen && <p className={styles['preview']}>{previewText(chosen.preview)}</p>}
          {message && (
            <Notice
              key={message.id}
              tone={message.tone}
              hideAfterMs={problems ? null : 3000}
              onHide={clear}
            >
              {message.text}
              {problems && <Problems {...problems} />}
            </Notice>
          )}
          {chosen ? (
            <Button busy={busy} onClick={() => void importIt(chosen)}>
              Import this roster
            </Button>
          ) : (
            <Button variant="quiet" busy={busy} onClick={() => void look()}>
              See what it would change
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function Problems({ problems, problemCount }: RosterProblems) {
  const key = ({ line, column, reason }: RosterProblem) => `${line} ${column} ${reason}`
  return (
    <ul className={styles['problems']}>
      {problems.map((problem) => (
        <li key={key(problem)}>
          Line {problem.line}, {problem.column}: {problem.reason}
        </li>
      ))}
      {problemCount > problems.length && <li>and {problemCount - problems.length} more</li>}
    </ul>
  )
}

function previewText({ added, changed, retired, unchanged, postponed }: RosterCounts): string {
  const now = `It would add ${added}, change ${changed} and retire ${retired}; ${unchanged} stay as they are.`
  return postponed > 0 ? `${now} ${postponed} more wait for the end of the check.` : now
}
