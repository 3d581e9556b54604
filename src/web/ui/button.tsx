import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'quiet' | 'danger'
  /** Work is under way: the button says so and takes no second press. */
  busy?: boolean
}

export function Button({
  variant = 'primary',
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      // Not `disabled`: that would throw the focus away in the middle of a form.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={classNames(styles['button'], styles[variant], busy && styles['busy'], className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}
