import { type ComponentProps, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
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
  disabled = false,
  onClick,
  ...rest
}: ButtonProps) {
  const isAlive = useIsAlive()
  return (
    <button
      {...rest}
      type={type}
      // On a page that the build drew, a form sent before its script runs would go into the address.
      disabled={disabled || (type === 'submit' && !isAlive)}
      // Not `disabled`: that would throw the focus away in the middle of a form.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={classNames(styles['button'], styles[variant], busy && styles['busy'], className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}

/** A link that stands where a button would: it leads away from the app. */
export function ButtonLink({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={classNames(styles['button'], styles['primary'], className)} />
}

/** A link within the app that is what one came for. */
export function ScreenLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={classNames(styles['button'], styles['primary'], className)} />
}

const never = () => () => {}

/** false while the page is only drawn, true once its script runs. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
