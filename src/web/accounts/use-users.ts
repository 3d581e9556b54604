import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedUser, RoleField } from '../../shared/accounts/contract.ts'
import { call } from '../api/call.ts'

export const usersKey = ['users']
const mutationKey = ['role']

/** Everyone with an account, for those who may see them. */
export function useUsers(mayRead: boolean) {
  return useQuery({ queryKey: usersKey, queryFn: () => call('listUsers'), enabled: mayRead })
}

export type RoleChange = { user: ListedUser; field: RoleField; value: boolean }

/**
 * Changes a role here at once, and back if the server refuses. One change after the other, so that
 * the last one stands; then the server is asked, for an unanswered one may be done.
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
