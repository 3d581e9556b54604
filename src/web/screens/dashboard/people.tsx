import { counted } from '../../../shared/counted.ts'
import { accountsTexts } from '../../accounts/texts.ts'
import { useUsers } from '../../accounts/use-users.ts'
import { UsersTable } from '../../accounts/users-table.tsx'
import { WaitingList } from '../../campus/waiting-list.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { parts, places } from './dashboard-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Part } from './group.tsx'
import { PersonForm, ProofWarning } from './lazy-parts.ts'
import { stateOf } from './state-lines.ts'

type PeopleProps = {
  mayRead: boolean
  mayChange: boolean
  /** Reload the user: the change may affect them. */
  onChanged: (netID: string) => void
}

/** Who has an account, and with which roles. */
export function People({ mayRead, mayChange, onChanged }: PeopleProps) {
  return (
    <Group {...places.people}>
      {mayChange && <ProofWarning />}
      <Part {...parts.users} may={mayRead}>
        <Users mayChange={mayChange} onChanged={onChanged} />
      </Part>
      <Fold {...parts.person} may={mayChange} state={<PersonState />}>
        <PersonForm onSignedOut={onChanged} />
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
function Users(props: { mayChange: boolean; onChanged: (netID: string) => void }) {
  const query = useUsers(true)
  const { data, refetch } = query
  if (data === undefined) {
    return <NotLoaded query={query} height="16rem" failed={accountsTexts.usersFailed} />
  }
  return (
    <>
      <WaitingList users={data} mayChange={props.mayChange} onSettled={refetch} />
      <UsersTable users={data} {...props} />
    </>
  )
}
