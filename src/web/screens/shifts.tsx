import { useState } from 'react'
import { can } from '../../shared/access.ts'
import { texts } from '../../shared/messages.ts'
import { useSession } from '../accounts/session.tsx'
import { TentShifts } from '../shifts/tent-shifts.tsx'
import { shiftsTexts } from '../shifts/texts.ts'
import { ownTentIn } from '../tents/own-tent-in.ts'
import { useTents } from '../tents/use-tents.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Page } from '../ui/page.tsx'
import { SelectField } from '../ui/select-field.tsx'

/** The shifts of one's own tent; super users may help any tent. */
export function Screen() {
  const { user } = useSession()
  const query = useTents()
  const { data: tents } = query
  const [helped, setHelped] = useState('')
  if (tents === undefined) {
    return (
      <Page>
        <h1>Shifts</h1>
        <NotLoaded query={query} failed={texts.tentDataFailed} height="28rem" />
      </Page>
    )
  }
  const tent = tents.find(({ id }) => id === helped) ?? ownTentIn(tents)
  const mayHelp = can(user, 'superUser')
  return (
    <Page>
      <h1>{tent ? `Shifts of ${tent.name || `tent ${tent.order}`}` : 'Shifts'}</h1>
      {mayHelp && (
        <SelectField
          label={shiftsTexts.whichTent}
          value={tent?.id ?? ''}
          options={[
            ...(tent ? [] : [['', 'Choose a tent'] as const]),
            ...tents.map(({ id, order, name }) => [id, `${order} ${name}`] as const),
          ]}
          onChange={setHelped}
        />
      )}
      {tent !== undefined && <TentShifts key={tent.id} tentId={tent.id} />}
      {tent === undefined && !mayHelp && (
        <>
          <p>{shiftsTexts.noTent}</p>
          <p>{shiftsTexts.noTentHint}</p>
        </>
      )}
    </Page>
  )
}
