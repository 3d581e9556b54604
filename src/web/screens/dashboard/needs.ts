import type { Api } from '../../../shared/api.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { useUsers } from '../../accounts/use-users.ts'
import { isWaiting } from '../../disputes/is-waiting.ts'
import { useDisputes } from '../../disputes/use-disputes.ts'
import { untoldIn } from '../../notices/needs-work.ts'
import { useNotices } from '../../notices/use-notices.ts'
import { useRosterSync } from '../../roster-sync/use-roster-sync.ts'

/** How many things need a super user's work; undefined: not known yet. */
export type UseNeeds = () => number | undefined

export const useWaitingAccounts: UseNeeds = () =>
  useUsers(true).data?.filter(({ campusWaiting }) => campusWaiting !== null).length

export const openIn = ({ disputes }: ResponseOf<Api['listDisputes']>) =>
  disputes.filter(isWaiting).length

export const useOpenDisputes: UseNeeds = () => {
  const { data } = useDisputes()
  return data && openIn(data)
}

/** Tents whose results Airtable refused, or that differ from it after a set-back. */
export const useUnsettledTents: UseNeeds = () => {
  const { data } = useRosterSync()
  return data && data.failed.length + data.differences.length
}

export const useUntold: UseNeeds = () => {
  const { data } = useNotices()
  return data && untoldIn(data)
}
