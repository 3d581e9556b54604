import { screens } from '../../shared/screens.ts'
import { WrittenPage } from '../pages/written-page.tsx'

export function Screen() {
  return <WrittenPage page="contacts" title={screens.contacts.title} />
}
