import { WrittenPage } from '../pages/written-page.tsx'

export function Screen() {
  return <WrittenPage page="faq" title="Frequently asked questions" />
}
