import { useId, useState } from 'react'
import { Button } from './button.tsx'
import styles from './stepper.module.css'

type StepperProps = {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
}

const min = 1

/** A whole number from 1 on, with − and + buttons; it can also be typed. */
export function Stepper({ label, value, max, onChange }: StepperProps) {
  const id = useId()
  // While typing, the field may contain what is not a number yet.
  const [typed, setTyped] = useState<string | null>(null)
  const hand = (wanted: number) => onChange(Math.min(max, Math.max(min, wanted)))
  const set = (wanted: number) => {
    setTyped(null)
    hand(wanted)
  }
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, String(max).length)
    setTyped(digits)
    if (digits !== '') hand(Number(digits))
  }
  return (
    <div className={styles['stepper']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <Button
        variant="quiet"
        className={styles['step']}
        aria-label="One fewer"
        disabled={value <= min}
        onClick={() => set(value - 1)}
      >
        −
      </Button>
      <input
        id={id}
        className={styles['value']}
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => set(value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') set(value + 1)
          if (event.key === 'ArrowDown') set(value - 1)
          // It sends the form, and the focus stays here.
          if (event.key === 'Enter') set(value)
        }}
      />
      <Button
        variant="quiet"
        className={styles['step']}
        aria-label="One more"
        disabled={value >= max}
        onClick={() => set(value + 1)}
      >
        +
      </Button>
    </div>
  )
}
