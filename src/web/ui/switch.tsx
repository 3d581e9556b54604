import styles from './switch.module.css'

type SwitchProps = {
  /** Read by screen readers; also shown unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  checked: boolean
  disabled?: boolean
  /** It is being saved: presses are ignored, and the focus stays. */
  busy?: boolean
  onChange: (checked: boolean) => void
}

export function Switch({
  label,
  hideLabel = false,
  checked,
  disabled,
  busy = false,
  onChange,
}: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      className={styles['switch']}
      onClick={() => !busy && onChange(!checked)}
    >
      <span className={styles['track']} aria-hidden="true" />
      {!hideLabel && <span aria-hidden="true">{label}</span>}
    </button>
  )
}
