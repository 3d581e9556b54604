import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, Navigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { SessionProvider } from './accounts/session.tsx'
import { Gate, signedInOnly } from './layout/gate.tsx'
import { LoadingScreen } from './layout/loading-screen.tsx'
import { paths } from './paths.ts'
import { queryClient } from './query-client.ts'

// No error boundary: the router's own "Unexpected Application Error!" is the specified screen.
const router = createBrowserRouter([
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
])

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>
  )
}
