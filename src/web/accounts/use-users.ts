import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RoleField, User } from '../../shared/accounts/contract.ts'
import { call } from '../api/call.ts'

const queryKey = ['users']

/** Everyone with an account, for those who may see them. */
export function useUsers(mayRead: boolean) {
  return useQuery({ queryKey, queryFn: () => call('listUsers'), enabled: mayRead })
}

export type RoleChange = { user: User; field: RoleField; value: boolean }

/** Changes a role here at once, and back if the server refuses. */
export function useRoleChange() {
  const queries = useQueryClient()
  const show = ({ user, field }: RoleChange, value: boolean) => {
    queries.setQueryData<User[]>(queryKey, (users) =>
      users?.map((one) => (one.netID === user.netID ? { ...one, [field]: value } : one)),
    )
  }
  return useMutation({
    mutationFn: ({ user: { netID }, field, value }: RoleChange) =>
      call('updateRole', { netID, field, value }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey })
      show(change, change.value)
    },
    onError: (_error, change) => show(change, !change.value),
  })
}
