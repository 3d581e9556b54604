import { createRoot, hydrateRoot } from 'react-dom/client'
import { screens } from '../shared/screens.ts'
import { askCheckStatusAhead } from './api/check-status-ahead.ts'
import { registerWorker } from './api/register-worker.ts'
import { App } from './app.tsx'
import { applyStoredTheme } from './layout/theme.ts'
import { newQueryClient } from './query-client.ts'
import { loadScreen, Screens } from './routes.tsx'
import { Routing } from './routing/location.tsx'
import './ui/tokens.css'
import './ui/base.css'

applyStoredTheme()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
void start(root)

async function start(root: HTMLElement): Promise<void> {
  if (location.pathname === screens.tentCheck.path) askCheckStatusAhead()
  // If the screen's script fails to load, it is loaded again when drawn; a second failure is shown.
  const isLoaded = await loadScreen(location.pathname).then(
    () => true,
    () => false,
  )
  const app = (
    <App queryClient={newQueryClient()}>
      <Routing>
        <Screens />
      </Routing>
    </App>
  )
  // Hydrates what the build drew for this address; anything else is rendered now.
  const isDrawn = root.dataset['drawn'] === location.pathname
  if (isDrawn && isLoaded) hydrateRoot(root, app)
  else createRoot(root).render(app)
  // For `wake.ts`: React handles events from here on.
  dispatchEvent(new Event('awake'))
  if (import.meta.env.PROD) keepFrame()
}

/** From the second visit on, the frame opens without a network. */
function keepFrame(): void {
  // Service workers need https or this machine; elsewhere the app works without one.
  if ('serviceWorker' in navigator) registerWorker().catch((error) => console.warn(error))
}
