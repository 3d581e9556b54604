import { SyncStatus } from '../../roster-sync/sync-status.tsx'
import { useRosterChanged, useRosterSync } from '../../roster-sync/use-roster-sync.ts'
import { places } from './desk-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Line, Part } from './group.tsx'
import { AirtableForm, RosterFile, Tents } from './parts.ts'
import { deskTexts } from './texts.ts'

/** The tents, and where they come from. */
export function Roster({ mayRead, mayChange }: { mayRead: boolean; mayChange: boolean }) {
  return (
    <Group {...places.roster}>
      {mayRead ? (
        <Fold id="tents" title="Tents" state={deskTexts.aboutTents}>
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

function Sources() {
  const { data } = useRosterSync()
  const rosterChanged = useRosterChanged()
  const mayImport = data?.source !== 'airtable'
  return (
    <>
      <Fold
        id="roster-file"
        title="The roster as a file"
        state={mayImport ? deskTexts.fileBothWays : deskTexts.fileOut}
      >
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
