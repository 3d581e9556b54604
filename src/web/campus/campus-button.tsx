import { loggedOutKey, readFromTab } from '../api/storage-of-tab.ts'
import { ButtonLink } from '../ui/button.tsx'

type CampusButtonProps = {
  label: string
  /** Called as the browser leaves for the campus. */
  onLeave: () => void
}

/** A link to the campus sign-in, which leads back to /login. */
export function CampusButton({ label, onLeave }: CampusButtonProps) {
  // Else the campus, where whoever logged out here is still signed in, would let them in again.
  const query = readFromTab(loggedOutKey) === null ? '' : '?again=1'
  return (
    <ButtonLink href={`/auth/campus${query}`} onClick={onLeave}>
      {label}
    </ButtonLink>
  )
}
