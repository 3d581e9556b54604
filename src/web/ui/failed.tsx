import { Notice } from './notice.tsx'
import { uiTexts } from './texts.ts'
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

/** As `Failed`, but a message beside what is there, which stays until it is loaded. */
export function FailedNotice({ text, onRetry }: FailedProps) {
  return (
    <>
      <Notice tone="danger">{text}</Notice>
      <TryAgain onClick={onRetry} />
    </>
  )
}

type OfflineProps = { query: { isError: boolean; refetch: () => unknown }; asOf: string }

/** Above what a query still shows though it could not be loaded again; `asOf`: when it was. */
export function Offline({ query, asOf }: OfflineProps) {
  if (!query.isError) return null
  return <FailedNotice text={uiTexts.offlineAsOf(asOf)} onRetry={() => void query.refetch()} />
}
