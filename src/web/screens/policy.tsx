import { texts } from '../../shared/messages.ts'
import { DocumentPage } from '../documents/document-page.tsx'

export function PolicyScreen() {
  return <DocumentPage kind="policy" title="Policy" emptyText={texts.noPolicy} />
}
