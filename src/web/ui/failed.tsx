import { Button } from './button.tsx'
import { uiTexts } from './texts.ts'

type FailedProps = { text: string; onRetry: () => void }

/** What could not be loaded, with a button to try again. */
export function Failed({ text, onRetry }: FailedProps) {
  return (
    <div>
      <p role="alert">{text}</p>
      <Button variant="quiet" onClick={onRetry}>
        {uiTexts.tryAgainAction}
      </Button>
    </div>
  )
}
