import { ButtonLink } from '../ui/button.tsx'

/** A link to the campus sign-in, which leads back to /login. */
export function CampusButton({ label }: { label: string }) {
  return <ButtonLink href="/auth/campus">{label}</ButtonLink>
}
