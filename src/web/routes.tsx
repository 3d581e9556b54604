import { type ComponentType, lazy, Suspense } from 'react'
import { fileNameOf, type ScreenName, screens } from '../shared/screens.ts'
import { ErrorScreen } from './layout/error-screen.tsx'
import { Gate } from './layout/gate.tsx'
import { LoadingScreen } from './layout/loading-screen.tsx'
import { useLocation } from './routing/location.tsx'
import { Redirect } from './routing/redirect.tsx'
import { screenAt } from './routing/screen-at.ts'

const loaders = import.meta.glob<ComponentType>(['./screens/*.tsx', '!./screens/*.test.tsx'], {
  import: 'Screen',
})

/** The path of a screen's module below this folder. */
export function moduleOf(name: ScreenName): string {
  return `screens/${fileNameOf(name)}.tsx`
}

async function load(name: ScreenName): Promise<ComponentType> {
  const loader = loaders[`./${moduleOf(name)}`]
  if (loader === undefined) throw new Error(`There is no ${moduleOf(name)}`)
  return loader()
}

/** Screens whose modules are loaded. */
const loaded = new Map<ScreenName, ComponentType>()
/** Screens that are being loaded; `at`: the history entry that requested it. */
const loading = new Map<ScreenName, { at: string; component: ComponentType; hasFailed: boolean }>()

/**
 * Loads a path's screen before anything is drawn, so that no "Loading..." replaces a drawn page.
 */
export async function loadScreen(path: string): Promise<void> {
  const { name } = screenAt(path) ?? {}
  if (name !== undefined) loaded.set(name, await load(name))
}

function LazyScreen({ name }: { name: ScreenName }) {
  const { key } = useLocation()
  const Component = loaded.get(name) ?? loadedLater(name, key)
  return <Component />
}

/**
 * If a screen's script could not be loaded, it is requested again on the next visit; and with the
 * whole page where that fails, too: some browsers keep a failure for as long as the page is open.
 */
function loadedLater(name: ScreenName, at: string): ComponentType {
  const known = loading.get(name)
  if (known && !(known.hasFailed && known.at !== at)) return known.component
  const asked = {
    at,
    hasFailed: false,
    component: lazy(async () => {
      try {
        return { default: await load(name) }
      } catch (error) {
        asked.hasFailed = true
        if (known === undefined || !navigator.onLine) throw error
        location.reload()
        // The page goes: no error is shown meanwhile.
        return new Promise<never>(() => {})
      }
    }),
  }
  loading.set(name, asked)
  return asked.component
}

/** Every screen at its address, loaded when needed. Specification 2. */
export function Screens() {
  const { name } = screenAt(useLocation().pathname) ?? {}
  return (
    <ErrorScreen>
      <Suspense fallback={<LoadingScreen />}>
        <Gate>
          {name === undefined ? <Redirect to={screens.home.path} /> : <LazyScreen name={name} />}
        </Gate>
      </Suspense>
    </ErrorScreen>
  )
}
