import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedUser, RoleField } from '../../shared/accounts/contract.ts'
import { call } from '../api/call.ts'
import { useReload } from '../api/use-reload.ts'
import { useSession } from './session.tsx'

export const usersKey = ['users']
const mutationKey = ['role']

const pollMs = 60_000

/** Everyone with an account, for people who may see that: somebody may come, or change a role. */
export function useUsers(mayRead: boolean) {
  return useQuery({
    queryKey: usersKey,
    queryFn: () => call('listUsers'),
    enabled: mayRead,
    refetchInterval: pollMs,
  })
}

/** After a change of accounts: the list anew, and who one is, as it may have been one's own. */
export function useUsersChanged(): () => Promise<void> {
  const reload = useReload(usersKey)
  const { verify } = useSession()
  return () => {
    void verify()
    return reload()
  }
}

export type RoleChange = { user: ListedUser; field: RoleField; value: boolean }

/**
 * Changes a role on the screen at once, and back if the server refuses. Changes run one after the
 * other, so that the last one counts; then the list is reloaded, because an unanswered change may
 * have been made.
 */
export function useRoleChange() {
  const queries = useQueryClient()
  const changed = useUsersChanged()
  const show = ({ user, field }: RoleChange, value: boolean) => {
    queries.setQueryData<ListedUser[]>(usersKey, (users) =>
      users?.map((one) => (one.netID === user.netID ? { ...one, [field]: value } : one)),
    )
  }
  return useMutation({
    mutationKey,
    scope: { id: 'roles' },
    mutationFn: ({ user: { netID }, field, value }: RoleChange) =>
      call('updateRole', { netID, field, value }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: usersKey })
      show(change, change.value)
    },
    onError: (_error, change) => show(change, !change.value),
    onSettled: () => {
      const isLast = queries.isMutating({ mutationKey }) === 1
      if (isLast) void changed()
    },
  })
}
