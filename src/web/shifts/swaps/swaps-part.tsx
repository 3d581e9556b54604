import { type MouseEvent, useRef } from 'react'
import type { Swap, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { useUnmoved } from '../../ui/use-settled.ts'
import { useChange } from '../picture/use-change.tsx'
import type { PartProps } from '../picture/use-shifts.ts'
import { WeekNav } from '../plan/week-nav.tsx'
import { nameOf } from '../words/people.ts'
import { AskForShift } from './ask-for-shift.tsx'
import { OwnShift } from './own-shift.tsx'
import { Substitutes } from './substitutes.tsx'
import styles from './swaps.module.css'
import { swapsTexts } from './texts.ts'
import { ownShiftsToCome, swapText, takeText } from './words.ts'

/** Offers, one's own shifts to offer, and tonight's substitutes. */
export function SwapsPart({ picture, shown, onShow }: PartProps) {
  const { swaps, me } = picture
  const own = ownShiftsToCome(picture)
  // Here, because the offer's own component may be gone afterwards.
  const { run, busy, said } = useChange(picture.tent.id)
  const head = useRef<HTMLHeadingElement>(null)
  const standing = swaps.map(({ id, state }) => `${id} ${state}`).join()
  const focusAfter = useFocusAfter(standing, () => head.current)
  const isUnmoved = useUnmoved(
    swaps.map(({ id, state, takenBy, canTake }) => [id, state, takenBy, canTake].join(' ')).join(),
  )
  const taking: Taking = {
    busy,
    run: ({ detail }, act) => {
      if (detail === 0 || isUnmoved()) run(() => focusAfter(act))
    },
  }
  return (
    <div className={styles['part']}>
      <section aria-labelledby="offered" className={styles['step']}>
        <h2 id="offered" ref={head} tabIndex={-1}>
          Offered now
        </h2>
        {said && <div className={styles['said']}>{said}</div>}
        {swaps.length === 0 && (
          <p>
            {swapsTexts.none} {me.memberId !== null && swapsTexts.offerYours}
          </p>
        )}
        <ul className={styles['swaps']}>
          {swaps.map((swap) => (
            <OfferedSwap key={swap.id} picture={picture} swap={swap} taking={taking} />
          ))}
        </ul>
      </section>
      {me.memberId !== null && (
        <section aria-label="My shifts" className={styles['step']}>
          <WeekNav title="My shifts" picture={picture} shown={shown} onShow={onShow} />
          {own.length === 0 && <p>{swapsTexts.noShifts}</p>}
          <ul className={styles['swaps']}>
            {own.map((shift) => (
              <OwnShift key={shift.id} picture={picture} shift={shift} />
            ))}
          </ul>
          <AskForShift picture={picture} />
        </section>
      )}
      <Substitutes picture={picture} />
    </div>
  )
}

/** `run`: not by a finger that may have been meant for another offer. */
type Taking = { busy: boolean; run: (by: MouseEvent, act: () => Promise<string>) => void }

type OfferedSwapProps = { picture: TentShifts; swap: Swap; taking: Taking }

function OfferedSwap({ picture, swap, taking }: OfferedSwapProps) {
  const { tent, me } = picture
  const params = { tentId: tent.id, swapId: swap.id }
  const takenBy = swap.takenBy === null ? {} : { takenBy: swap.takenBy }
  return (
    <li className={styles['swap']}>
      <p>{swapText(picture, swap)}</p>
      {isForOthers(swap, me.memberId) && <p className="muted">{swapsTexts.notForYou}</p>}
      <div className={styles['row']}>
        {swap.canTake && (
          <Button
            busy={taking.busy}
            onClick={(by) =>
              taking.run(by, async () => {
                const { waits } = await call('takeSwap', undefined, { params })
                if (waits) return swapsTexts.waits
                return swap.kind === 'give' ? swapsTexts.taken : swapsTexts.agreed
              })
            }
          >
            {takeText(swap)}
          </Button>
        )}
        {swap.state === 'waits' &&
          me.canPlan &&
          ([true, false] as const).map((value) => (
            <Button
              key={`${value}`}
              variant={value ? 'primary' : 'quiet'}
              busy={taking.busy}
              onClick={(by) =>
                taking.run(by, async () => {
                  await call('approveSwap', { value, ...takenBy }, { params })
                  return value ? swapsTexts.approved : swapsTexts.declined
                })
              }
            >
              {value ? 'Approve' : 'Decline'}
            </Button>
          ))}
        {(swap.isMine || me.canPlan) && (
          <Button
            variant="quiet"
            busy={taking.busy}
            onClick={(by) =>
              taking.run(by, async () => {
                await call('withdrawSwap', undefined, { params })
                return swapsTexts.withdrawn
              })
            }
          >
            {swap.isMine ? 'Withdraw' : `Withdraw it for ${nameOf(picture, swap.by)}`}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Is it an open offer to everyone which this reader cannot take, as they are not free or on shift? */
function isForOthers({ kind, to, state, canTake, isMine }: Swap, me: string | null): boolean {
  return me !== null && kind === 'give' && to === null && state === 'open' && !canTake && !isMine
}
