import { Page } from '../ui/page.tsx'

export function TentCheckScreen() {
  return (
    <Page>
      <title>Tent Check · Tent City</title>
      <h1>Tent Check</h1>
    </Page>
  )
}
