import { useId, useRef } from 'react'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { useChange } from '../picture/use-change.tsx'
import type { FeedProps } from '../picture/use-shifts.ts'
import styles from './plan.module.css'
import { planTexts } from './texts.ts'

type CalendarAddressProps = FeedProps & { picture: TentShifts }

/** One's own shifts as a calendar, at a secret address. */
export function CalendarAddress({ picture, feed, onFeed }: CalendarAddressProps) {
  const { tent, hasFeed } = picture
  const { run, busy, said } = useChange(tent.id, planTexts.feedUnanswered)
  const make = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter(hasFeed, () => make.current)
  const hintId = useId()
  const params = { tentId: tent.id }
  return (
    <div className={styles['files']}>
      <Button
        ref={make}
        variant="quiet"
        aria-describedby={hasFeed ? hintId : undefined}
        busy={busy}
        onClick={() =>
          run(async () => {
            const { path } = await call('makeShiftFeed', undefined, { params })
            onFeed(new URL(path, window.location.origin).href)
          })
        }
      >
        {hasFeed ? 'Replace my calendar address' : 'My shifts in my calendar'}
      </Button>
      {hasFeed && (
        <span id={hintId} className="muted">
          {planTexts.feedReplaced}
        </span>
      )}
      {hasFeed && (
        <Button
          variant="quiet"
          busy={busy}
          onClick={() =>
            run(async () => {
              await focusAfter(() => call('endShiftFeed', undefined, { params }))
              onFeed(null)
              return planTexts.feedEnded
            })
          }
        >
          End the address
        </Button>
      )}
      {feed !== null && (
        <>
          <Field
            className={classNames(styles['address'])}
            label="Your calendar’s address"
            hint={planTexts.feedOnce}
            value={feed}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          {/* Below the address, which its message must not cover. */}
          <CopyButton text={feed}>Copy the address</CopyButton>
        </>
      )}
      {said}
    </div>
  )
}
