import { Notice } from './notice.tsx'
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

/** The same as a message beside what is there, which stays until it is loaded. */
export function FailedNotice({ text, onRetry }: FailedProps) {
  return (
    <>
      <Notice tone="danger">{text}</Notice>
      <TryAgain onClick={onRetry} />
    </>
  )
}
