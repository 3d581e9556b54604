import { SyncStatus } from '../../roster-sync/sync-status.tsx'
import { useRosterChanged, useRosterSync } from '../../roster-sync/use-roster-sync.ts'
import { useTents } from '../../tents/use-tents.ts'
import { places } from './desk-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Line, Part } from './group.tsx'
import { AirtableForm, RosterFile, Tents } from './parts.ts'
import { stateOf } from './state-of.ts'
import { counted } from './states.ts'
import { deskTexts } from './texts.ts'

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
          {deskTexts.seesTents}
        </Line>
      )}
      {mayChange ? (
        <Sources />
      ) : (
        <>
          <Line id="roster-file" title="The roster as a file">
            {deskTexts.seesFile}
          </Line>
          <Line id="airtable" title="Roster and Airtable">
            {deskTexts.seesAirtable}
          </Line>
        </>
      )}
    </Group>
  )
}

function TentsState() {
  return stateOf(useTents(), (tents) => {
    if (tents.length === 0) return deskTexts.noTents
    const missed = tents.filter(({ numberOfMisses }) => Number(numberOfMisses) > 0).length
    return `${counted(tents.length, 'tent')}, ${missed === 0 ? 'none' : missed} with a Miss`
  })
}

function SourceState() {
  return stateOf(useRosterSync(), ({ source }) => deskTexts.source[source])
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
