import type { DocumentKind } from '../../shared/documents/contract.ts'
import { texts } from '../../shared/messages.ts'
import { lazyPart } from '../api/lazy-part.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import styles from './document-page.module.css'
import { documentsTexts } from './texts.ts'
import { useDocument } from './use-document.ts'

const PdfViewer = lazyPart(
  async () => (await import('../ui/pdf-viewer/pdf-viewer.tsx')).PdfViewer,
  () => <p aria-busy="true">{texts.loadingDocument}</p>,
)

type DocumentPageProps = { kind: DocumentKind; title: string; emptyText: string }

/** Policy or calendar. Specification 2. */
export function DocumentPage({ kind, title, emptyText }: DocumentPageProps) {
  const { data, isPending, refetch } = useDocument(kind)
  return (
    <Page className={styles['page']}>
      <h1>{title}</h1>
      {isPending && <p aria-busy="true">{texts.loadingDocument}</p>}
      {!isPending && data === undefined && (
        <Card className={styles['failure']}>
          <p role="alert">{documentsTexts.documentFailed(title)}</p>
          <TryAgain onClick={() => void refetch()} />
        </Card>
      )}
      {data?.url === null && <Empty>{emptyText}</Empty>}
      {data?.url && <PdfViewer url={data.url} title={title} />}
    </Page>
  )
}
