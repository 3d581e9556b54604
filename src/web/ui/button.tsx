import { type ComponentProps, useSyncExternalStore } from 'react'
import { Link } from '../routing/link.tsx'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled'> & {
  variant?: 'primary' | 'quiet' | 'danger' | 'link'
  /** The action is running: the button shows that and ignores further presses. */
  busy?: boolean
  /** It ignores presses, and keeps the focus: for what one's own press on it may bring about. */
  'aria-disabled'?: boolean | undefined
}

export function Button({
  variant = 'primary',
  busy = false,
  type = 'button',
  className,
  disabled = false,
  'aria-disabled': isHeld,
  onClick,
  ...rest
}: ButtonProps) {
  const isAlive = useIsAlive()
  return (
    <button
      {...rest}
      type={type}
      // In a page drawn by the build, a form submitted before its script runs would put its values
      // into the address.
      disabled={disabled || (type === 'submit' && !isAlive)}
      // Not `disabled`, which would lose the focus in the middle of a form.
      aria-disabled={busy || isHeld}
      aria-busy={busy || undefined}
      className={classNames(styles['button'], styles[variant], busy && styles['busy'], className)}
      onClick={busy || isHeld === true ? (event) => event.preventDefault() : onClick}
    />
  )
}

/** A link to another site that looks like a button. */
export function ButtonLink({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={classNames(styles['button'], styles['primary'], className)} />
}

type ScreenLinkProps = { to: string; className?: string | undefined; children: string }

/** A link within the app, for the main action of a part. */
export function ScreenLink({ className, ...rest }: ScreenLinkProps) {
  return <Link {...rest} className={classNames(styles['button'], styles['primary'], className)} />
}

const never = () => () => {}

/** false until the script of a drawn page runs. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
