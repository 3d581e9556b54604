import { type FormEvent, useRef, useState } from 'react'
import { counted } from '../../shared/counted.ts'
import { hourMs } from '../../shared/durations.ts'
import type { DeclaredGrace, Season } from '../../shared/season/contract.ts'
import { graceReasonAtMost } from '../../shared/season/limits.ts'
import { localTimeOf } from '../../shared/season/local-time.ts'
import { call } from '../api/call.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Link } from '../routing/link.tsx'
import { Button } from '../ui/button.tsx'
import { Failed } from '../ui/failed.tsx'
import { Field } from '../ui/field.tsx'
import rows from '../ui/rows.module.css'
import stack from '../ui/stack.module.css'
import { lengthText } from '../ui/time-words.ts'
import { deviceZone, zoneName } from '../ui/times.ts'
import { zoneWhereOther } from '../ui/times-zone.ts'
import { typedSpan } from '../ui/typed-span.ts'
import { graceProblem } from './grace-problem.ts'
import { localTimeText } from './local-time-text.ts'
import styles from './season.module.css'
import { seasonTexts } from './texts.ts'
import { useGraces, useSeasonChanged } from './use-season.ts'

type GracePanelProps = { season: Season; now: number; mayChange: boolean }

/** The current grace and the declared ones; super users declare and end them here. */
export function GracePanel({ season, now, mayChange }: GracePanelProps) {
  const { timeZone } = season
  const { grace } = season.now
  const graces = useGraces()
  const { data } = graces
  const changed = useSeasonChanged()
  const standing = useRef<HTMLParagraphElement>(null)
  const focusAfter = useFocusAfter(data?.graces.map(({ id }) => id).join(), () => standing.current)
  const at = (instant: string) => {
    const ms = Date.parse(instant)
    return localTimeText(localTimeOf(ms, timeZone)) + zoneWhereOther(timeZone, deviceZone(), ms)
  }

  const {
    run: end,
    busy,
    message,
  } = useSaidAction({
    act: async ({ id, from }: DeclaredGrace) => {
      await focusAfter(() => call('endGrace', undefined, { params: { id } }))
      return Date.parse(from) <= now ? seasonTexts.graceEnded : seasonTexts.graceCalledOff
    },
    failed: seasonTexts.graceEndFailed,
    unanswered: seasonTexts.graceUnanswered,
    onSettled: changed,
    hideAfterMs: null,
    dismissible: true,
  })

  return (
    <div className={stack['stack']}>
      <p ref={standing} tabIndex={-1} role="status" className={styles['moment']}>
        {grace === null ? (
          'There is no grace now.'
        ) : (
          <>
            <strong>Grace until {at(grace.until)}</strong>: {grace.reason}
          </>
        )}
      </p>
      {graces.isError && (
        <Failed text={seasonTexts.gracesFailed} onRetry={() => void graces.refetch()} />
      )}
      {data !== undefined && data.graces.length > 0 && (
        <ul className={rows['rows']}>
          {data.graces.map((declared) => (
            <li key={declared.id}>
              <span>
                {declared.reason}: {at(declared.from)} to {at(declared.until)}
              </span>
              {mayChange && (
                <Button
                  variant="quiet"
                  aria-label={`End the grace: ${declared.reason}`}
                  busy={busy}
                  onClick={() => end(declared)}
                >
                  {Date.parse(declared.from) <= now ? 'End now' : 'Call off'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {message}
      {mayChange && <GraceForm timeZone={timeZone} now={now} onDeclared={changed} />}
    </div>
  )
}

type GraceFormProps = { timeZone: string; now: number; onDeclared: () => Promise<void> }

const quick = [1, 2, 4]

function GraceForm({ timeZone, now, onDeclared }: GraceFormProps) {
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const span = typedSpan(from, until, now, timeZone)
  const { begins, ends } = span
  const problem = graceProblem(span, reason)

  const { run, busy, message } = useSaidAction({
    act: async () => {
      await call('declareGrace', {
        ...(from === '' ? {} : { from: new Date(begins).toISOString() }),
        until: new Date(ends).toISOString(),
        reason: reason.trim(),
      })
      setFrom('')
      setUntil('')
      setReason('')
      setTried(false)
      return seasonTexts.graceDeclared
    },
    failed: seasonTexts.graceFailed,
    unanswered: seasonTexts.graceUnanswered,
    // Without an answer it may be declared.
    onSettled: onDeclared,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem === null) run()
  }

  const errorOf = (field: string) =>
    isTried && problem?.field === field ? problem.text : undefined
  return (
    <form className={stack['stack']} onSubmit={submit}>
      <div className={styles['fields']}>
        <Field
          label="Reason"
          value={reason}
          maxLength={graceReasonAtMost}
          autoComplete="off"
          placeholder="Lightning"
          error={errorOf('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
        <Field
          label="From"
          type="datetime-local"
          hint={`In ${zoneName(timeZone)}. Leave empty to start now`}
          value={from}
          error={errorOf('from')}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label="Until"
          type="datetime-local"
          hint={ends > begins ? lengthText(ends - begins) : ''}
          value={until}
          error={errorOf('until')}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      <div className={styles['quick']}>
        {quick.map((hours) => (
          <Button
            key={hours}
            variant="quiet"
            onClick={() => setUntil(localTimeOf((begins || now) + hours * hourMs, timeZone))}
          >
            {counted(hours, 'hour')}
          </Button>
        ))}
        <Button type="submit" busy={busy}>
          Declare grace
        </Button>
      </div>
      <p>
        Profiles show it, and whoever asked for it gets a notification. To tell everyone,{' '}
        <Link to="#announcements">announce it</Link>, too.
      </p>
      {message}
    </form>
  )
}
