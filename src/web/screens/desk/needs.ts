import { useUsers } from '../../accounts/use-users.ts'
import { isWaiting } from '../../disputes/is-waiting.ts'
import { useDisputes } from '../../disputes/use-disputes.ts'
import { useNotices } from '../../notices/use-notices.ts'
import { useRosterSync } from '../../roster-sync/use-roster-sync.ts'

/** How many things need a super user's work; undefined: not known yet. */
export type UseNeeds = () => number | undefined

export const useWaitingAccounts: UseNeeds = () =>
  useUsers(true).data?.filter(({ campusWaiting }) => campusWaiting !== null).length

export const useOpenDisputes: UseNeeds = () => useDisputes().data?.disputes.filter(isWaiting).length

/** Tents whose results Airtable refused, or that differ from it after a set-back. */
export const useUnsettledTents: UseNeeds = () => {
  const { data } = useRosterSync()
  return data && data.failed.length + data.differences.length
}

export const useUntold: UseNeeds = () =>
  useNotices().data?.notices.filter(({ state }) => state === 'failed' || state === 'byHand').length
