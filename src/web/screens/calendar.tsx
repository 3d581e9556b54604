import { texts } from '../../shared/messages.ts'
import { DocumentPage } from '../documents/document-page.tsx'

export function CalendarScreen() {
  return <DocumentPage kind="calendar" title="Calendar" emptyText={texts.noCalendar} />
}
