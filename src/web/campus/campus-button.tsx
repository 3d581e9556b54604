import { ButtonLink } from '../ui/button.tsx'

type CampusButtonProps = {
  label: string
  /** Called as the browser leaves for the campus. */
  onLeave: () => void
}

/** A link to the campus sign-in, which leads back to /login. */
export function CampusButton({ label, onLeave }: CampusButtonProps) {
  return (
    <ButtonLink href="/auth/campus" onClick={onLeave}>
      {label}
    </ButtonLink>
  )
}
