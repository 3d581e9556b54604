import { useCallback } from 'react'
import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import { useSession } from '../accounts/session.tsx'
import { useUsers } from '../accounts/use-users.ts'
import { UsersTable } from '../accounts/users-table.tsx'
import { UploadForm } from '../documents/upload-form.tsx'
import { CloseSeason } from '../privacy/close-season.tsx'
import { PersonForm } from '../privacy/person-form.tsx'
import { RecordList } from '../record/record-list.tsx'
import { SyncStatus } from '../roster-sync/sync-status.tsx'
import { useRosterChanged, useRosterSync } from '../roster-sync/use-roster-sync.ts'
import { SeasonSection } from '../season/season-section.tsx'
import { AirtableForm } from '../settings/airtable-form.tsx'
import { TentLinkForm } from '../settings/tent-link-form.tsx'
import { CheckStatus } from '../tent-check/check-status.tsx'
import { FirstRun } from '../tents/first-run.tsx'
import { RosterFile } from '../tents/roster-file.tsx'
import { useTents } from '../tents/use-tents.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Stat } from '../ui/stat.tsx'
import styles from './dashboard.module.css'

const sections = [
  ['overview', 'Overview'],
  ['check', 'Check status'],
  ['season', 'Season'],
  ['users', 'Users'],
  ['airtable', 'Roster and Airtable'],
  ['documents', 'Documents'],
  ['sign-up', 'Sign-up link'],
  ['person', 'About a person'],
  ['record', 'Record'],
  ['season-end', 'End of the season'],
] as const

/** Specification 2, /line-monitor-dashboard. */
export function DashboardScreen() {
  const { user, verify } = useSession()
  const mayRead = can(user, 'lineMonitor')
  const mayChange = can(user, 'superUser')
  const tents = useTents()
  const rosterChanged = useRosterChanged()
  const own = user?.netID
  const onChanged = useCallback(
    (netID: string) => {
      if (netID === own) void verify()
    },
    [own, verify],
  )
  // The gate lets nobody in without a person; on logout it closes a moment later.
  if (user === null) return null

  return (
    <Page>
      <title>LM Dashboard · Tent City</title>
      <h1>LM Dashboard</h1>
      <nav aria-label="Sections" className={styles['sections']}>
        {sections.map(([id, title]) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {mayChange && tents.data?.length === 0 && <FirstRun onLoaded={rosterChanged} />}
      <Section id="overview" title="Overview">
        <Overview mayRead={mayRead} />
      </Section>
      <Section id="check" title="Check status">
        <CheckStatus mayRun={mayRead} />
      </Section>
      <Section id="season" title="Season">
        <SeasonSection mayRead={mayRead} mayChange={mayChange} tents={tents.data ?? []} />
      </Section>
      <Section id="users" title="Users">
        {mayRead ? <Users mayChange={mayChange} onChanged={onChanged} /> : <p>{texts.seesUsers}</p>}
      </Section>
      <Section id="airtable" title="Roster and Airtable">
        {mayChange ? <Roster /> : <p>{texts.seesAirtable}</p>}
      </Section>
      <Section id="documents" title="Documents">
        {!mayChange && <p>{texts.uploadsFiles}</p>}
        <div className={styles['pair']}>
          <UploadForm kind="policy" label="Policy" mayChange={mayChange} />
          <UploadForm kind="calendar" label="Calendar" mayChange={mayChange} />
        </div>
      </Section>
      <Section id="sign-up" title="Sign-up link">
        {!mayChange && <p>{texts.changesLink}</p>}
        <TentLinkForm mayChange={mayChange} />
      </Section>
      <Section id="person" title="About a person">
        {mayChange ? <PersonForm onSignedOut={onChanged} /> : <p>{texts.seesPersons}</p>}
      </Section>
      <Section id="record" title="Record">
        {mayChange ? <RecordList /> : <p>{texts.seesRecord}</p>}
      </Section>
      <Section id="season-end" title="End of the season">
        {mayChange ? <CloseSeason onClosed={rosterChanged} /> : <p>{texts.closesSeason}</p>}
      </Section>
    </Page>
  )
}

/** On its own, so that a role switched draws no other section. */
function Users(props: { mayChange: boolean; onChanged: (netID: string) => void }) {
  const { data, isPending, refetch } = useUsers(true)
  if (isPending) return <Skeleton width="100%" height="16rem" />
  if (data !== undefined) return <UsersTable users={data} {...props} />
  return (
    <>
      <p role="alert">The users could not be loaded.</p>
      <Button variant="quiet" onClick={() => void refetch()}>
        {texts.tryAgainAction}
      </Button>
    </>
  )
}

function Roster() {
  const { data } = useRosterSync()
  const rosterChanged = useRosterChanged()
  return (
    <div className={styles['roster']}>
      <SyncStatus />
      <div>
        <h3>Airtable settings</h3>
        <AirtableForm onSaved={rosterChanged} />
      </div>
      <div>
        <h3>The roster as a file</h3>
        <RosterFile mayImport={data?.source !== 'airtable'} onImported={rosterChanged} />
      </div>
    </div>
  )
}

function Overview({ mayRead }: { mayRead: boolean }) {
  const tents = useTents()
  const users = useUsers(mayRead)
  const missing = [tents, users].filter(({ data, isError }) => isError && data === undefined)
  const count = (isCounted: (user: User) => boolean) => {
    if (!mayRead || missing.includes(users)) return '–'
    return users.data?.filter(isCounted).length ?? <Skeleton width="2ch" />
  }
  const tentCount = missing.includes(tents) ? '–' : <Skeleton width="3ch" />
  return (
    <>
      <div className={styles['stats']}>
        <Stat label="TENTS" value={tents.data?.length ?? tentCount} />
        <Stat label="USERS" value={count(() => true)} />
        <Stat label="LINE MONITORS" value={count((user) => user.isLineMonitor)} />
        <Stat label="ADMINS" value={count(isAdmin)} />
      </div>
      {missing.length > 0 && (
        <>
          <p role="alert">The overview could not be loaded whole.</p>
          <Button
            variant="quiet"
            onClick={() => {
              for (const { refetch } of missing) void refetch()
            }}
          >
            {texts.tryAgainAction}
          </Button>
        </>
      )}
    </>
  )
}

/** Specification 2: isSuperUser or isAdmin, a flag that some user lists carry. */
function isAdmin(user: User & { isAdmin?: boolean }): boolean {
  return user.isSuperUser || user.isAdmin === true
}
