import { counted } from '../../../shared/counted.ts'
import { accountsTexts } from '../../accounts/texts.ts'
import { useUsers, useUsersChanged } from '../../accounts/use-users.ts'
import { UsersTable } from '../../accounts/users-table.tsx'
import { WaitingList } from '../../campus/waiting-list.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { parts, places } from './dashboard-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Part } from './group.tsx'
import { PersonForm, ProofWarning } from './lazy-parts.ts'
import { stateOf } from './state-lines.ts'

/** Who has an account, and with which roles. */
export function People({ mayRead, mayChange }: { mayRead: boolean; mayChange: boolean }) {
  const usersChanged = useUsersChanged()
  return (
    <Group {...places.people}>
      {mayChange && <ProofWarning />}
      <Part {...parts.users} may={mayRead}>
        <Users mayChange={mayChange} />
      </Part>
      <Fold {...parts.person} may={mayChange} state={<PersonState />}>
        <PersonForm onSignedOut={() => void usersChanged()} />
      </Fold>
    </Group>
  )
}

function PersonState() {
  return stateOf(useUsers(true), (users) => {
    const disabled = users.filter(({ isDisabled }) => isDisabled).length
    return `${counted(users.length, 'account')}, ${disabled === 0 ? 'none' : disabled} disabled`
  })
}

/** A separate component, so that switching a role redraws no other section. */
function Users({ mayChange }: { mayChange: boolean }) {
  const query = useUsers(true)
  const { data, refetch } = query
  if (data === undefined) {
    return <NotLoaded query={query} height="16rem" failed={accountsTexts.usersFailed} />
  }
  return (
    <>
      <WaitingList users={data} mayChange={mayChange} onSettled={refetch} />
      <UsersTable users={data} mayChange={mayChange} />
    </>
  )
}
