import { useUsers } from '../../accounts/use-users.ts'
import { useDisputes } from '../../disputes/use-disputes.ts'
import { useNotices } from '../../notices/use-notices.ts'
import { useRosterSync } from '../../roster-sync/use-roster-sync.ts'

/** How much waits for a super user's hand; undefined: not known yet. */
export type UseNeeds = () => number | undefined

export const useWaitingAccounts: UseNeeds = () =>
  useUsers(true).data?.filter(({ campusWaiting }) => campusWaiting !== null).length

export const useOpenDisputes: UseNeeds = () =>
  useDisputes().data?.disputes.filter(({ answer }) => answer === null).length

export const useFailedResults: UseNeeds = () => useRosterSync().data?.failed.length

export const useUntold: UseNeeds = () =>
  useNotices().data?.notices.filter(({ state }) => state === 'failed' || state === 'byHand').length
