import { Button } from './button.tsx'
import { uiTexts } from './texts.ts'

/** For what could not be loaded. */
export function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" onClick={onClick}>
      {uiTexts.tryAgainAction}
    </Button>
  )
}
