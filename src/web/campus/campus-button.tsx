import { ButtonLink } from '../ui/button.tsx'

/** Leads to the sign-in of the campus, which leads back to /login. */
export function CampusButton({ label }: { label: string }) {
  return <ButtonLink href="/auth/campus">{label}</ButtonLink>
}
