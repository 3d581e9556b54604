import { tonightOf } from '../../../shared/shifts/slots.ts'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { Switch } from '../../ui/switch.tsx'
import { useChange } from '../picture/use-change.tsx'
import { nameOf } from '../words/people.ts'
import styles from './swaps.module.css'
import { swapsTexts } from './texts.ts'

/** Who can be called tonight if somebody does not come. */
export function Substitutes({ picture }: { picture: TentShifts }) {
  const { tent, now, timeZone, me, substitutes } = picture
  const date = tonightOf(Date.parse(now), timeZone)
  const { run, busy, said } = useChange(tent.id)
  const tonight = substitutes.filter((one) => one.date === date)
  const isOn = tonight.some(({ memberId }) => memberId === me.memberId)
  return (
    <section aria-labelledby="tonight" className={styles['step']}>
      <h2 id="tonight">Tonight</h2>
      <p>
        {swapsTexts.substitutesHint}{' '}
        {tonight.length === 0 ? (
          swapsTexts.noSubstitutes
        ) : (
          <strong>{tonight.map(({ memberId }) => nameOf(picture, memberId)).join(', ')}</strong>
        )}
      </p>
      {me.memberId !== null && (
        <Switch
          label="Call me tonight"
          checked={isOn}
          busy={busy}
          onChange={(value) =>
            run(() => call('saveSubstitute', { date, value }, { params: { tentId: tent.id } }))
          }
        />
      )}
      {said}
    </section>
  )
}
