import { renderToString } from 'react-dom/server'
import { allScreens } from '../shared/screens.ts'
import { App } from './app.tsx'
import { newQueryClient } from './query-client.ts'
import { loadScreen, moduleOf, Screens } from './routes.tsx'
import { Routing } from './routing/location.tsx'

/** The screens that the build draws, each with its module. */
export const pages = allScreens
  .filter(([, { isOpenedByLink }]) => !isOpenedByLink)
  .map(([name, { path, access }]) => ({ path, access, module: moduleOf(name) }))

/** A screen's first render as HTML, which the build writes into its page. */
export async function draw(path: string): Promise<string> {
  await loadScreen(path)
  return renderToString(
    <App queryClient={newQueryClient()}>
      <Routing path={path}>
        <Screens />
      </Routing>
    </App>,
  )
}
