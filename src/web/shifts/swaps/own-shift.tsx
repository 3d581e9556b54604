import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Shift, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { type Changing, useChange } from '../picture/use-change.tsx'
import { nameOf } from '../words/people.ts'
import { spanIn } from '../words/spans.ts'
import styles from './swaps.module.css'
import { swapsTexts } from './texts.ts'

type OwnShiftProps = { picture: TentShifts; shift: Shift }

/** One's own shift, with ways to give it away or exchange it. */
export function OwnShift({ picture, shift }: OwnShiftProps) {
  const [isOpen, setOpen] = useState(false)
  const offering = useChange(picture.tent.id)
  const when = spanIn(picture.timeZone, shift)
  const isOffered = picture.swaps.some((swap) => swap.isMine && swap.shift.id === shift.id)
  const row = useRef<HTMLLIElement>(null)
  const focusAfter = useFocusAfter(isOffered, () => row.current)
  const { run } = offering
  return (
    <li ref={row} tabIndex={-1} className={styles['swap']}>
      <div className={styles['row']}>
        <strong className={styles['when']}>{when}</strong>
        {isOffered ? (
          <span>offered</span>
        ) : (
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Keep' : 'Give away or exchange'} ${when}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Keep it' : 'Give away or exchange'}
          </Button>
        )}
      </div>
      {isOpen && !isOffered && (
        <Options
          picture={picture}
          shift={shift}
          offering={{ ...offering, run: (act) => run(() => focusAfter(act)) }}
          onOffered={() => setOpen(false)}
        />
      )}
      {offering.said}
    </li>
  )
}

type OptionsProps = OwnShiftProps & { offering: Changing; onOffered: () => void }

/** Only options for which both are free and the tent stays covered. */
function Options({ picture, shift, offering, onOffered }: OptionsProps) {
  const { tent, timeZone } = picture
  const { run, busy } = offering
  const [to, setTo] = useState('')
  const [other, setOther] = useState('')
  const query = useQuery({
    queryKey: ['swap-options', tent.id, shift.id],
    queryFn: () =>
      call('swapOptions', undefined, { params: { tentId: tent.id, shiftId: shift.id } }),
    staleTime: 0,
  })
  const { data } = query
  if (data === undefined) return <NotLoaded query={query} failed={swapsTexts.optionsFailed} />
  // Nothing stands in for a choice that is gone: what is offered is what was chosen.
  const forShift = data.shifts.find(({ id }) => id === other)
  const isTakerGone = to !== '' && !data.takers.includes(to)
  const offer = (kind: 'give' | 'exchange') =>
    run(async () => {
      const params = { tentId: tent.id }
      const more = kind === 'exchange' ? { forShiftId: other } : to === '' ? {} : { to }
      await call('offerSwap', { kind, shiftId: shift.id, ...more }, { params })
      onOffered()
      return swapsTexts.offered
    })
  return (
    <div className={styles['options']}>
      {data.takers.length === 0 ? (
        <p>{swapsTexts.nobodyCan}</p>
      ) : (
        <div className={styles['row']}>
          <SelectField
            label="Give it to"
            value={to}
            options={[
              ...(isTakerGone ? [[to, swapsTexts.goneTaker(nameOf(picture, to))] as const] : []),
              ['', swapsTexts.anyTaker(data.takers.length)],
              ...data.takers.map((id) => [id, nameOf(picture, id)] as const),
            ]}
            onChange={setTo}
          />
          <Button busy={busy} aria-disabled={isTakerGone} onClick={() => offer('give')}>
            Give away
          </Button>
        </div>
      )}
      {data.shifts.length === 0 ? (
        <p>{swapsTexts.noneForIt}</p>
      ) : (
        <div className={styles['row']}>
          <SelectField
            label="Exchange it for"
            value={forShift?.id ?? ''}
            options={[
              ['', swapsTexts.chooseShift],
              ...data.shifts.map(
                (one) =>
                  [one.id, `${nameOf(picture, one.memberId)}: ${spanIn(timeZone, one)}`] as const,
              ),
            ]}
            onChange={setOther}
          />
          <Button
            variant="quiet"
            busy={busy}
            aria-disabled={forShift === undefined}
            onClick={() => offer('exchange')}
          >
            Offer the exchange
          </Button>
        </div>
      )}
    </div>
  )
}
