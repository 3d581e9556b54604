import { accountsApi } from './accounts/contract.ts'
import { auditApi } from './audit/contract.ts'
import { campusApi } from './campus/contract.ts'
import { checkHistoryApi } from './check-history/contract.ts'
import { disputesApi } from './disputes/contract.ts'
import { documentsApi } from './documents/contract.ts'
import { noticesApi } from './notices/contract.ts'
import { operationsApi } from './operations/contract.ts'
import { pagesApi } from './pages/contract.ts'
import { privacyApi } from './privacy/contract.ts'
import { programsApi } from './programs/contract.ts'
import { rosterSyncApi } from './roster-sync/contract.ts'
import { seasonApi } from './season/contract.ts'
import { settingsApi } from './settings/contract.ts'
import { shiftsApi } from './shifts/contract.ts'
import { teamStatsApi } from './team-stats/contract.ts'
import { tentCheckApi } from './tent-check/contract.ts'
import { tentsApi } from './tents/contract.ts'

/** Every call of the product. Specification 7. */
export const api = {
  ...accountsApi,
  ...campusApi,
  ...tentsApi,
  ...tentCheckApi,
  ...checkHistoryApi,
  ...rosterSyncApi,
  ...settingsApi,
  ...documentsApi,
  ...pagesApi,
  ...disputesApi,
  ...teamStatsApi,
  ...seasonApi,
  ...auditApi,
  ...noticesApi,
  ...privacyApi,
  ...shiftsApi,
  ...operationsApi,
  ...programsApi,
}

export type Api = typeof api
export type ApiName = keyof Api
