import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { App } from './app.tsx'
import { applyStoredTheme } from './layout/theme.ts'
import { newQueryClient } from './query-client.ts'
import { routes } from './routes.tsx'
import './ui/tokens.css'
import './ui/base.css'

applyStoredTheme()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
void start(root)

async function start(root: HTMLElement): Promise<void> {
  // A screen that did not come is asked for again by the router, which says so if it fails again.
  const isLoaded = await loadScreen(routes).then(
    () => true,
    () => false,
  )
  const app = (
    <App queryClient={newQueryClient()}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </App>
  )
  // What the build drew for this address comes to life; anything else is drawn now.
  const isDrawn = root.dataset['drawn'] === location.pathname
  if (isDrawn && isLoaded) hydrateRoot(root, app)
  else createRoot(root).render(app)
  if (import.meta.env.PROD) keepFrame()
}

/** From the second visit on, the frame opens without a network. */
function keepFrame(): void {
  // Only where the address is https or this machine; elsewhere the app works without it.
  navigator.serviceWorker?.register('/service-worker.js').catch((error) => console.warn(error))
}

/** The first screen is there before the first render: no "Loading..." flashes over a drawn page. */
async function loadScreen(all: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(all, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }
}
