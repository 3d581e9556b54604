import styles from './switch.module.css'

type SwitchProps = {
  /** Read by screen readers; also shown unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ label, hideLabel = false, checked, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      className={styles['switch']}
      onClick={() => onChange(!checked)}
    >
      <span className={styles['track']} aria-hidden="true" />
      {!hideLabel && <span aria-hidden="true">{label}</span>}
    </button>
  )
}
