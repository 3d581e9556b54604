import { accountsApi } from './accounts/contract.ts'
import { documentsApi } from './documents/contract.ts'
import { privacyApi } from './privacy/contract.ts'
import { recordApi } from './record/contract.ts'
import { rosterSyncApi } from './roster-sync/contract.ts'
import { seasonApi } from './season/contract.ts'
import { settingsApi } from './settings/contract.ts'
import { teamStatsApi } from './team-stats/contract.ts'
import { tentCheckApi } from './tent-check/contract.ts'
import { tentsApi } from './tents/contract.ts'

/** Every call of the product: its table of contents. Specification 7. */
export const api = {
  ...accountsApi,
  ...tentsApi,
  ...tentCheckApi,
  ...rosterSyncApi,
  ...settingsApi,
  ...documentsApi,
  ...teamStatsApi,
  ...seasonApi,
  ...recordApi,
  ...privacyApi,
}

export type Api = typeof api
export type ApiName = keyof Api
