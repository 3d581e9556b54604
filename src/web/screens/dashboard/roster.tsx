import { SyncStatus } from '../../roster-sync/sync-status.tsx'
import { useRosterChanged, useRosterSync } from '../../roster-sync/use-roster-sync.ts'
import { useTents } from '../../tents/use-tents.ts'
import { places } from './dashboard-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Line, Part } from './group.tsx'
import { AirtableForm, RosterFile, Tents } from './lazy-parts.ts'
import { counted, stateOf } from './state-lines.ts'
import { dashboardTexts } from './texts.ts'

/** The tents, and where they come from. */
export function Roster({ mayRead, mayChange }: { mayRead: boolean; mayChange: boolean }) {
  return (
    <Group {...places.roster}>
      {mayRead ? (
        <Fold id="tents" title="Tents" state={<TentsState />}>
          <Tents mayChange={mayChange} />
        </Fold>
      ) : (
        <Line id="tents" title="Tents">
          {dashboardTexts.seesTents}
        </Line>
      )}
      {mayChange ? (
        <Sources />
      ) : (
        <>
          <Line id="roster-file" title="The roster as a file">
            {dashboardTexts.seesFile}
          </Line>
          <Line id="airtable" title="Roster and Airtable">
            {dashboardTexts.seesAirtable}
          </Line>
        </>
      )}
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

function Sources() {
  const { data } = useRosterSync()
  const rosterChanged = useRosterChanged()
  const mayImport = data?.source !== 'airtable'
  return (
    <>
      <Fold id="roster-file" title="The roster as a file" state={<SourceState />}>
        <RosterFile mayImport={mayImport} onImported={rosterChanged} />
      </Fold>
      <Part id="airtable" title="Roster and Airtable">
        <SyncStatus />
        <h4>Airtable settings</h4>
        <AirtableForm onSaved={rosterChanged} />
      </Part>
    </>
  )
}
