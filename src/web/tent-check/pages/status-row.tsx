import { type ReactNode, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useTimes } from '../../ui/times.ts'
import { useZoneAfter } from '../../ui/times-zone.ts'
import type { Connection } from '../live/live-check.ts'
import type { Check } from '../live/picture.ts'
import { CallClock } from './call-clock.tsx'
import styles from './status-row.module.css'
import { announcedCall, announcedConnection, connectionText } from './status-words.ts'

type StatusRowProps = {
  check: Check | null
  /** How many are left on all pages, as far as this phone knows. */
  left: number
  /** How many are left on one's own page; null: no page is open. */
  here: number | null
  connection: Connection
  /** How many marks, undos and excluded names of this phone have no answer yet. */
  waiting: number
  /** What needs this monitor's attention. */
  children: ReactNode
}

/** A line that is always visible: tents left, the call clock, and the connection. */
export function StatusRow(props: StatusRowProps) {
  const { check, left, here, connection, waiting, children } = props
  const state = connectionText(connection, waiting)
  const total = check?.pages.reduce((sum, page) => sum + page.tentCount, 0) ?? 0
  // Of a check with one page, the two numbers are one.
  const isAll = check?.pages.length === 1
  return (
    <div className={styles['row']}>
      {check && (
        <p className={styles['facts']}>
          {here !== null && (
            <span className={styles['here']}>
              <strong>{here}</strong>
              {isAll ? (
                <OfAll total={total} />
              ) : (
                <span data-words>
                  <span data-more> left</span> here
                </span>
              )}
            </span>
          )}
          {check.calls.length > 0 && (
            <span className={classNames(check.closesAt !== null && styles['closing'])}>
              <CallClock check={check} />
            </span>
          )}
          {!(isAll && here !== null) && (
            <span>
              {left}
              <OfAll total={total} />
            </span>
          )}
        </p>
      )}
      {children}
      <p className={styles['status']}>
        {/* Another text is another element, so that none moves. */}
        <span key={state} className={classNames(styles['state'], styles[connection])}>
          {state}
        </span>
      </p>
      {/* Each mark would be announced as it is sent. */}
      <p role="status" className="visually-hidden">
        {announcedConnection(connection, waiting)}
      </p>
      {/* A clock is not announced. */}
      <p role="status" className="visually-hidden">
        {check && <Announced key={check.checkId} check={check} />}
      </p>
    </div>
  )
}

/** The latest call, or that it was taken back. */
function Announced({ check }: { check: Check }) {
  const times = useTimes()
  const zoneAfter = useZoneAfter()
  const latest = check.calls.at(-1)?.call ?? 0
  const [told, setTold] = useState<{ latest: number; takenBack: number | null }>({
    latest,
    takenBack: null,
  })
  if (latest !== told.latest) {
    setTold({ latest, takenBack: latest < told.latest ? told.latest : null })
  }
  return announcedCall(check, told.takenBack, times, zoneAfter)
}

/** ` of 130 left`, or `/130` where there is no space for the words. */
function OfAll({ total }: { total: number }) {
  return (
    <span className={styles['total']}>
      <span data-words> of </span>
      {total}
      <span data-words> left</span>
    </span>
  )
}
