import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedUser, RoleField } from '../../shared/accounts/contract.ts'
import { call } from '../api/call.ts'

export const usersKey = ['users']
const mutationKey = ['role']

/** Everyone with an account, for people who may see that. */
export function useUsers(mayRead: boolean) {
  return useQuery({ queryKey: usersKey, queryFn: () => call('listUsers'), enabled: mayRead })
}

export type RoleChange = { user: ListedUser; field: RoleField; value: boolean }

/**
 * Changes a role on the screen at once, and back if the server refuses. Changes run one after the
 * other, so that the last one counts; then the list is reloaded, because an unanswered change may
 * have been made.
 */
export function useRoleChange() {
  const queries = useQueryClient()
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
      if (isLast) void queries.invalidateQueries({ queryKey: usersKey })
    },
  })
}
