import { useState } from 'react'
import { can } from '../../shared/access.ts'
import { texts } from '../../shared/messages.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { useSession } from '../accounts/session.tsx'
import { TentShifts } from '../shifts/tent-shifts.tsx'
import { shiftsTexts } from '../shifts/texts.ts'
import { tentsOfShifts } from '../tents/own-tent-in.ts'
import { useTents } from '../tents/use-tents.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Page } from '../ui/page.tsx'
import { SelectField } from '../ui/select-field.tsx'

/** The shifts of the tents that one is a member or the captain of; super users may help any tent. */
export function Screen() {
  const { user } = useSession()
  const query = useTents()
  const { data: tents } = query
  const [chosen, setChosen] = useState('')
  if (tents === undefined) {
    return (
      <Page>
        <h1>Shifts</h1>
        <NotLoaded query={query} failed={texts.tentDataFailed} height="28rem" />
      </Page>
    )
  }
  const mayHelp = can(user, 'superUser')
  const mine = tentsOfShifts(tents)
  const choices = mayHelp ? tents : mine
  const tent = choices.find(({ id }) => id === chosen) ?? mine[0]
  return (
    <Page>
      <h1>{tent ? `Shifts of ${tent.name || `tent ${tent.order}`}` : 'Shifts'}</h1>
      {choices.length > (mayHelp ? 0 : 1) && (
        <SelectField
          label={mayHelp ? shiftsTexts.whichTent : shiftsTexts.whichOfMine}
          value={tent?.id ?? ''}
          options={[
            ...(tent ? [] : [['', 'Choose a tent'] as const]),
            ...choices.map((tent) => [tent.id, tentLabel(tent)] as const),
          ]}
          onChange={setChosen}
        />
      )}
      {tent !== undefined && (
        <TentShifts key={tent.id} tentId={tent.id} isOwn={mine.includes(tent)} />
      )}
      {tents.length === 0 && mayHelp && <p>{shiftsTexts.noTents}</p>}
      {tent === undefined && !mayHelp && (
        <>
          <p>{shiftsTexts.noTent}</p>
          <p>{shiftsTexts.noTentHint}</p>
        </>
      )}
    </Page>
  )
}
