import { useState } from 'react'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useChange } from '../picture/use-change.tsx'
import { nameOf } from '../words/people.ts'
import { spanIn } from '../words/spans.ts'
import styles from './swaps.module.css'
import { swapsTexts } from './texts.ts'
import { shiftsToAskFor } from './words.ts'

/** Asks another member for one of their shifts. */
export function AskForShift({ picture }: { picture: TentShifts }) {
  const { tent, timeZone } = picture
  const [chosen, setChosen] = useState('')
  const { run, busy, said } = useChange(tent.id)
  const others = shiftsToAskFor(picture)
  // None stands in for one that is gone: what is asked for is what was chosen.
  const shift = others.find(({ id }) => id === chosen)
  if (others.length === 0) {
    const { answeredAt = null } = picture.people.find(({ id }) => id === picture.me.memberId) ?? {}
    return <p>{answeredAt === null ? swapsTexts.answerFirst : swapsTexts.noneToAskFor}</p>
  }
  return (
    <div className={styles['row']}>
      <SelectField
        label="A shift that I would like to have"
        value={shift?.id ?? ''}
        options={[
          ['', swapsTexts.chooseShift],
          ...others.map(
            (one) =>
              [one.id, `${spanIn(timeZone, one)}: ${nameOf(picture, one.memberId)}`] as const,
          ),
        ]}
        onChange={setChosen}
      />
      <Button
        variant="quiet"
        busy={busy}
        aria-disabled={shift === undefined}
        onClick={() =>
          run(async () => {
            const params = { tentId: tent.id }
            await call('offerSwap', { kind: 'ask', shiftId: chosen }, { params })
            return swapsTexts.asked
          })
        }
      >
        Ask for it
      </Button>
      {said}
    </div>
  )
}
