import { useRef, useState } from 'react'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { useChange } from '../picture/use-change.tsx'
import styles from './plan.module.css'
import { planTexts } from './texts.ts'

/** One's own shifts as a calendar, at a secret address. */
export function CalendarAddress({ picture }: { picture: TentShifts }) {
  const { tent, hasFeed } = picture
  const { run, busy, said } = useChange(tent.id)
  const [address, setAddress] = useState<string | null>(null)
  const make = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter(hasFeed, () => make.current)
  const params = { tentId: tent.id }
  return (
    <div className={styles['files']}>
      <Button
        ref={make}
        variant="quiet"
        busy={busy}
        onClick={() =>
          run(async () => {
            const { path } = await call('makeShiftFeed', undefined, { params })
            setAddress(new URL(path, window.location.origin).href)
          })
        }
      >
        {hasFeed ? 'Another calendar address' : 'My shifts in my calendar'}
      </Button>
      {hasFeed && (
        <Button
          variant="quiet"
          busy={busy}
          onClick={() =>
            run(async () => {
              await focusAfter(() => call('endShiftFeed', undefined, { params }))
              setAddress(null)
              return planTexts.feedEnded
            })
          }
        >
          End the address
        </Button>
      )}
      {address !== null && (
        <>
          <Field
            className={classNames(styles['address'])}
            label="Your calendar’s address"
            hint={planTexts.feedOnce}
            value={address}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          {/* Below the address, which its message must not cover. */}
          <CopyButton text={address}>Copy the address</CopyButton>
        </>
      )}
      {said}
    </div>
  )
}
