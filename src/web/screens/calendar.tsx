import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { DocumentPage } from '../documents/document-page.tsx'

export function Screen() {
  return (
    <DocumentPage kind="calendar" title={screens.calendar.title} emptyText={texts.noCalendar} />
  )
}
