/** Every screen's address. Specification 2. */
export const paths = {
  home: '/',
  history: '/history',
  policy: '/policy',
  calendar: '/calendar',
  login: '/login',
  profile: '/profile',
  tentCheck: '/tent-check',
  dashboard: '/line-monitor-dashboard',
} as const
