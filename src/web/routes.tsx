import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { allScreens, fileNameOf, type ScreenName, screens } from '../shared/screens.ts'
import { ErrorScreen } from './layout/error-screen.tsx'
import { Gate } from './layout/gate.tsx'
import { LoadingScreen } from './layout/loading-screen.tsx'
import { screenAt } from './layout/screen-at.ts'

const loaders = import.meta.glob<ComponentType>(['./screens/*.tsx', '!./screens/*.test.tsx'], {
  import: 'Screen',
})

/** The module of a screen, below this folder. */
export function moduleOf(name: ScreenName): string {
  return `screens/${fileNameOf(name)}.tsx`
}

async function load(name: ScreenName): Promise<ComponentType> {
  const loader = loaders[`./${moduleOf(name)}`]
  if (loader === undefined) throw new Error(`There is no ${moduleOf(name)}`)
  return loader()
}

/** What is drawn at once. */
const loaded = new Map<ScreenName, ComponentType>()
/** What is loaded as it is drawn; `at`: the entry of the history for which it was asked. */
const loading = new Map<ScreenName, { at: string; component: ComponentType; hasFailed: boolean }>()

/** Loads the screen of a path before anything is drawn: no "Loading..." flashes over a drawn page. */
export async function loadScreen(path: string): Promise<void> {
  const { name } = screenAt(path) ?? {}
  if (name !== undefined) loaded.set(name, await load(name))
}

function LazyScreen({ name }: { name: ScreenName }) {
  const { key } = useLocation()
  const Component = loaded.get(name) ?? loadedLater(name, key)
  return <Component />
}

/** A screen that did not come is asked for again the next time that somebody goes there. */
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
        throw error
      }
    }),
  }
  loading.set(name, asked)
  return asked.component
}

/** Every screen at its address, loaded when it is wanted. Specification 2. */
export function Screens() {
  return (
    <ErrorScreen>
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          <Route element={<Gate />}>
            {allScreens.map(([name, { path }]) => (
              <Route key={name} path={path} element={<LazyScreen name={name} />} />
            ))}
            <Route path="*" element={<Navigate to={screens.home.path} replace />} />
          </Route>
        </Routes>
      </Suspense>
    </ErrorScreen>
  )
}
