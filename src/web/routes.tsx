import { Navigate, type RouteObject } from 'react-router'
import { Gate, signedInOnly } from './layout/gate.tsx'
import { LoadingScreen } from './layout/loading-screen.tsx'
import { paths } from './paths.ts'

// No error boundary: the router's own "Unexpected Application Error!" is the specified screen.
/** Every screen at its address, loaded when it is wanted. Specification 2. */
export const routes: RouteObject[] = [
  {
    Component: Gate,
    HydrateFallback: LoadingScreen,
    children: [
      {
        path: paths.home,
        lazy: async () => ({ Component: (await import('./screens/home.tsx')).HomeScreen }),
      },
      {
        path: paths.history,
        lazy: async () => ({ Component: (await import('./screens/history.tsx')).HistoryScreen }),
      },
      {
        path: paths.policy,
        lazy: async () => ({ Component: (await import('./screens/policy.tsx')).PolicyScreen }),
      },
      {
        path: paths.calendar,
        lazy: async () => ({ Component: (await import('./screens/calendar.tsx')).CalendarScreen }),
      },
      {
        path: paths.login,
        lazy: async () => ({ Component: (await import('./screens/login.tsx')).LoginScreen }),
      },
      {
        path: paths.profile,
        handle: signedInOnly,
        lazy: async () => ({ Component: (await import('./screens/profile.tsx')).ProfileScreen }),
      },
      {
        path: paths.tentCheck,
        handle: signedInOnly,
        lazy: async () => ({
          Component: (await import('./screens/tent-check.tsx')).TentCheckScreen,
        }),
      },
      {
        path: paths.dashboard,
        handle: signedInOnly,
        lazy: async () => ({
          Component: (await import('./screens/dashboard.tsx')).DashboardScreen,
        }),
      },
      { path: '*', element: <Navigate to={paths.home} replace /> },
    ],
  },
]
