import { counted } from '../../../shared/counted.ts'
import { SyncStatus } from '../../roster-sync/sync-status.tsx'
import { useRosterChanged, useRosterSync } from '../../roster-sync/use-roster-sync.ts'
import { useTents } from '../../tents/use-tents.ts'
import { parts, places } from './dashboard-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Part } from './group.tsx'
import { AirtableForm, RosterFile, Tents } from './lazy-parts.ts'
import { stateOf } from './state-lines.ts'
import { dashboardTexts } from './texts.ts'

/** The tents, and where they come from. */
export function Roster({ mayRead, mayChange }: { mayRead: boolean; mayChange: boolean }) {
  const rosterChanged = useRosterChanged()
  return (
    <Group {...places.roster}>
      <Fold {...parts.tents} may={mayRead} state={<TentsState />}>
        <Tents mayChange={mayChange} />
      </Fold>
      <Fold {...parts.rosterFile} may={mayChange} state={<SourceState />}>
        <OwnRosterFile />
      </Fold>
      <Part {...parts.airtable} may={mayChange}>
        <SyncStatus />
        <h4>Airtable settings</h4>
        <OwnAirtableForm onSaved={rosterChanged} />
      </Part>
    </Group>
  )
}

function TentsState() {
  return stateOf(useTents(), (tents) => {
    if (tents.length === 0) return dashboardTexts.noTents
    const missed = tents.filter(({ numberOfMisses }) => Number(numberOfMisses) > 0).length
    return `${counted(tents.length, 'tent')}, ${missed === 0 ? 'none' : missed} with a Miss`
  })
}

function SourceState() {
  return stateOf(useRosterSync(), ({ source }) => dashboardTexts.source[source])
}

function OwnAirtableForm({ onSaved }: { onSaved: () => Promise<void> }) {
  const { data } = useRosterSync()
  return <AirtableForm waiting={data?.waiting ?? 0} onSaved={onSaved} />
}

function OwnRosterFile() {
  const { data } = useRosterSync()
  const rosterChanged = useRosterChanged()
  return <RosterFile mayImport={data?.source !== 'airtable'} onImported={rosterChanged} />
}
