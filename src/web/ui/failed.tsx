import { TryAgain } from './try-again.tsx'

type FailedProps = { text: string; onRetry: () => void }

/** What could not be loaded, with a button to try again. */
export function Failed({ text, onRetry }: FailedProps) {
  return (
    <div>
      <p role="alert">{text}</p>
      <TryAgain onClick={onRetry} />
    </div>
  )
}
