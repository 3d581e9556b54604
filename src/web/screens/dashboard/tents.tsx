import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { screens } from '../../../shared/screens.ts'
import type { ListedTent } from '../../../shared/tents/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { useSignInWays } from '../../accounts/use-sign-in-ways.ts'
import { useUsers } from '../../accounts/use-users.ts'
import { tentsKey } from '../../api/query-keys.ts'
import { DisputeLink } from '../../check-history/dispute-link.tsx'
import { TentRecord } from '../../check-history/tent-record.tsx'
import { useTentRecord } from '../../check-history/use-checks.ts'
import { useRosterChanged, useRosterSync } from '../../roster-sync/use-roster-sync.ts'
import { Link } from '../../routing/link.tsx'
import { useAirtableConfig } from '../../settings/use-airtable-config.ts'
import { AddTent } from '../../tents/roster/add-tent.tsx'
import { accountsOf } from '../../tents/roster/tent-accounts.ts'
import { TentActions } from '../../tents/roster/tent-actions.tsx'
import { TentFacts, TentPeople } from '../../tents/roster/tent-facts.tsx'
import { TentTable } from '../../tents/roster/tent-table.tsx'
import { useTents } from '../../tents/use-tents.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { dashboardTexts } from './texts.ts'

/** All tents of the roster; each opens with its people and its record. */
export function Tents({ mayChange }: { mayChange: boolean }) {
  const query = useTents()
  const { data: tents } = query
  if (tents === undefined) {
    return <NotLoaded query={query} height="16rem" failed={dashboardTexts.tentsFailed} />
  }
  return (
    <>
      <TentTable
        tents={tents}
        opened={(tent, close) => (
          <Opened tent={tent} tents={tents} mayChange={mayChange} onClose={close} />
        )}
        openedById={(tentId, close) => (
          <OpenedById tentId={tentId} mayChange={mayChange} onClose={close} />
        )}
      />
      {mayChange && <IfOurs>{(onSaved) => <AddTent onSaved={onSaved} />}</IfOurs>}
      {mayChange && (
        <p>
          <Link to={screens.shifts.path}>Help a tent with its shifts</Link>
        </p>
      )}
    </>
  )
}

/** Shown to super users while the tents do not come from Airtable. */
function IfOurs({ children }: { children: (onSaved: () => Promise<void>) => ReactNode }) {
  const { data } = useRosterSync()
  const rosterChanged = useRosterChanged()
  return data === undefined || data.source === 'airtable' ? null : children(rosterChanged)
}

type OpenedProps = {
  tent: ListedTent
  tents: readonly ListedTent[]
  mayChange: boolean
  onClose: () => void
}

function Opened({ tent, tents, mayChange, onClose }: OpenedProps) {
  const queries = useQueryClient()
  // Its facts stand beside its record, which is loaded as it opens.
  useEffect(() => void queries.invalidateQueries({ queryKey: tentsKey }), [queries])
  const { data: users } = useUsers(true)
  const { data: ways } = useSignInWays()
  const accounts = useMemo(
    () => users && ways && accountsOf(tent, tents, users, ways.confirmNetIDs !== 'off'),
    [tent, tents, users, ways],
  )
  return (
    <Dialog title={tentLabel(tent) || 'A tent'} onClose={onClose} hasClose>
      <PastChecks tentId={tent.id} mayAnswer={mayChange} />
      <TentFacts tent={tent} />
      {mayChange && <RecordLink tentId={tent.id} />}
      <TentPeople tent={tent} accounts={accounts} />
      {mayChange && (
        <IfOurs>
          {(onSaved) => (
            <TentActions
              key={tent.id}
              tent={tent}
              tents={tents}
              onSaved={onSaved}
              onRetired={onClose}
            />
          )}
        </IfOurs>
      )}
    </Dialog>
  )
}

type OpenedByIdProps = { tentId: string; mayChange: boolean; onClose: () => void }

/** A tent that left the roster, or whose id there is another one now: what is left is its record. */
function OpenedById({ tentId, mayChange, onClose }: OpenedByIdProps) {
  const { data } = useTentRecord(tentId)
  const label = data === undefined ? '' : tentLabel(data.tent)
  return (
    <Dialog title={label || 'A tent'} onClose={onClose} hasClose>
      {data?.tent.id === tentId && <p>{dashboardTexts.notOnRoster}</p>}
      <PastChecks tentId={tentId} mayAnswer={mayChange} />
    </Dialog>
  )
}

function PastChecks({ tentId, mayAnswer }: { tentId: string; mayAnswer: boolean }) {
  return (
    <>
      <h3>Checks</h3>
      <TentRecord
        tentId={tentId}
        beside={({ dispute }) =>
          dispute && (
            <p>
              The Miss was <DisputeLink dispute={dispute} mayAnswer={mayAnswer} />.
            </p>
          )
        }
        tag={({ dispute }) => (dispute ? 'disputed' : null)}
        empty={dashboardTexts.noChecks}
      />
    </>
  )
}

/** A link to the tent's record at Airtable, if it comes from there: then its id is the record's. */
function RecordLink({ tentId }: { tentId: string }) {
  const { data } = useAirtableConfig()
  if (!data?.hasApiKey || !/^rec\w+$/.test(tentId)) return null
  const { airtableBaseId, airtableTableId } = data
  return (
    <p>
      <a
        href={`https://airtable.com/${airtableBaseId}/${airtableTableId}/${tentId}`}
        target="_blank"
        rel="noreferrer"
      >
        Its record at Airtable
      </a>
    </p>
  )
}
