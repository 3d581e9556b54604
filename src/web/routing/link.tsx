import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate } from './location.tsx'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** An address of the app, or `#part` of this screen. */
  to: string
  /** What its screen finds in `useLocation().state`. */
  state?: unknown
}

/** A link within the app, which `onClick` may prevent from being followed. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event)) return
    event.preventDefault()
    navigate(to, { state })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** Whoever clicks so wants another tab, a window or a file of it. */
function isForBrowser(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
