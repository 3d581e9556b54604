import { type ReactNode, useContext } from 'react'
import type { FailedRequest, Health, Queue } from '../../shared/operations/contract.ts'
import { localDayOf } from '../../shared/season/local-time.ts'
import { callForFile } from '../api/call.ts'
import { useReload } from '../api/use-reload.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { FailedNotice } from '../ui/failed.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { saveFile } from '../ui/save-file.ts'
import { type Times, TimeZone, useTimes } from '../ui/times.ts'
import { concernsOf } from './concerns.ts'
import styles from './health.module.css'
import { operationsTexts } from './texts.ts'
import { healthKey, useHealth } from './use-health.ts'

/** The server's state: first what is not safe, then facts, and a backup to download. */
export function HealthPanel() {
  const query = useHealth()
  const timeZone = useContext(TimeZone)
  const { run, busy, message } = useSaidAction({
    act: async () => {
      const file = await callForFile('makeBackup')
      saveFile(`tent-city-${localDayOf(Date.now(), timeZone)}.backup`, file)
      return operationsTexts.backupMade
    },
    failed: operationsTexts.backupFailed,
    unanswered: operationsTexts.backupUnanswered,
    onSettled: useReload(healthKey),
    hideAfterMs: null,
    dismissible: true,
  })
  const { data } = query
  if (data === undefined) return <NotLoaded query={query} failed={operationsTexts.healthFailed} />
  const concerns = concernsOf(data)
  return (
    <>
      {query.isError && (
        <FailedNotice text={operationsTexts.healthFailed} onRetry={() => void query.refetch()} />
      )}
      {concerns.length === 0 && !query.isError && (
        <p className={styles['safe']}>{operationsTexts.isSafe}</p>
      )}
      {concerns.length > 0 && (
        <ul className={styles['concerns']}>
          {concerns.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Facts health={data} />
      {message}
      <div>
        <Button variant="quiet" busy={busy} onClick={() => run()}>
          Make a backup and download it
        </Button>
      </div>
      {data.failed.length > 0 && <Failed failed={data.failed} />}
    </>
  )
}

function Facts({ health }: { health: Health }) {
  const { version, engine, disk, backsUp, backup, queues, servers, startedAt } = health
  const times = useTimes()
  return (
    <dl className={styles['facts']}>
      <Fact name="Version">
        {version}, since {times.moment(startedAt)}
      </Fact>
      <Fact name="Servers that are up">
        {servers.length}
        {new Set(servers).size > 1 && ` (${servers.join(', ')})`}
      </Fact>
      <Fact name="Database">{engine}</Fact>
      <Fact name="Disk">
        {disk === null
          ? 'Not known'
          : `${gigabytes(disk.freeBytes)} of ${gigabytes(disk.totalBytes)} free`}
      </Fact>
      <Fact name="Last backup">
        {backsUp ? backupText(backup, times) : operationsTexts.backupByItself}
      </Fact>
      <Fact name="Waiting for Airtable">{queueText(queues.airtable, times)}</Fact>
      <Fact name="Mails that are due">{queueText(queues.mails, times)}</Fact>
      <Fact name="Notifications that are due">{queueText(queues.pushes, times)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Failed({ failed }: { failed: readonly FailedRequest[] }) {
  const times = useTimes()
  return (
    <>
      <h4>Requests that failed in the last day</h4>
      <ul className={styles['failed']}>
        {failed.map(({ id, at, method, route, error }) => (
          <li key={id}>
            <code>{id}</code> {times.moment(at)}: {method} {route}, {error}
          </li>
        ))}
      </ul>
    </>
  )
}

function backupText(backup: Health['backup'], times: Times): string {
  if (backup === null) return operationsTexts.noBackupYet
  return `${times.moment(backup.at)}, ${(backup.bytes / 1_000_000).toFixed(1)} MB`
}

function queueText({ waiting, oldestSince }: Queue, times: Times): string {
  if (waiting === 0 || oldestSince === null) return 'Nothing'
  return `${waiting}, the oldest since ${times.moment(oldestSince)}`
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** In a line: `Tonight is safe.`, or the first problem. */
export function SafeLine() {
  const { data, isError } = useHealth()
  // What was loaded earlier says nothing of now.
  if (isError) return operationsTexts.healthFailed
  if (data === undefined) return '…'
  const [first, ...others] = concernsOf(data)
  if (first === undefined) return operationsTexts.isSafe
  return others.length === 0 ? first : `${first} And ${others.length} more.`
}
