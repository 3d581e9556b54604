import type { Level } from '../../shared/access.ts'
import { paths } from '../paths.ts'

type BarLink = { to: string; text: string; access: Level }

/** The top bar's links to screens, in order, each with who sees it. Specification 1. */
export const barLinks: BarLink[] = [
  { to: paths.history, text: 'History', access: 'public' },
  { to: paths.policy, text: 'Policy', access: 'public' },
  { to: paths.calendar, text: 'Calendar', access: 'public' },
  { to: paths.tentCheck, text: 'Tent Check', access: 'lineMonitor' },
  { to: paths.dashboard, text: 'LM Dashboard', access: 'superUser' },
]
