import { type RefObject, useRef } from 'react'
import styles from './search-field.module.css'

type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  onEnter?: () => void
  /** What was found, which is announced while something is searched for. */
  found?: string
  /** A ref to the input, so that others can focus it. */
  field?: RefObject<HTMLInputElement | null>
}

/** Filters what is below while one types; ✕ or Escape empties it. */
export function SearchField({ label, value, onChange, onEnter, found, field }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = field ?? own
  const empty = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={styles['search']}>
      <input
        ref={input}
        type="search"
        className={styles['input']}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
          if (event.key === 'Enter' && onEnter) {
            // Otherwise the same key press would activate the newly focused button.
            event.preventDefault()
            onEnter()
          }
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles['empty']}
          aria-label="Clear the search"
          onClick={empty}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
      {/* Always in the page, so that screen readers announce what appears in it. */}
      {found !== undefined && (
        <p role="status" className="visually-hidden">
          {value.trim() === '' ? '' : found}
        </p>
      )}
    </div>
  )
}
