import { Button } from './button.tsx'

type ShowMoreProps = { left: number; onClick: () => void; className?: string | undefined }

/** Shows the rest of a list, of which so many are left; nothing where none is. */
export function ShowMore({ left, ...rest }: ShowMoreProps) {
  if (left <= 0) return null
  return (
    <Button variant="quiet" {...rest}>
      Show more ({left} left)
    </Button>
  )
}
