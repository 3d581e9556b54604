import { memo, useCallback, useDeferredValue, useState } from 'react'
import type { ListedUser } from '../../shared/accounts/contract.ts'
import { fullName } from '../../shared/accounts/rules.ts'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import { texts } from '../../shared/messages.ts'
import { failureText } from '../api/failure-text.ts'
import { lazyPart } from '../api/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { foundText, searchedText, wordsOf } from '../ui/find-text.ts'
import { Folded } from '../ui/folded.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Switch } from '../ui/switch.tsx'
import { useTimes } from '../ui/times.ts'
import { useMessage } from '../ui/use-message.tsx'
import { accountsTexts } from './texts.ts'
import { useSignInWays } from './use-sign-in-ways.ts'
import { type RoleChange, useRoleChange } from './use-users.ts'
import { factsOf } from './user-facts.ts'
import styles from './users-table.module.css'

type UsersTableProps = { users: readonly ListedUser[]; mayChange: boolean }

const ManyUsers = lazyPart(async () => (await import('./many-users.tsx')).ManyUsers)
const UserDialog = lazyPart(async () => (await import('./user-dialog.tsx')).UserDialog)

/** A long list would push the rest of the screen away; others are found by the search. */
const shownFirst = 10
const messageMs = 5000

export function UsersTable({ users, mayChange }: UsersTableProps) {
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(shownFirst)
  const [asking, setAsking] = useState<RoleChange | null>(null)
  const [openedNetID, setOpened] = useState<string | null>(null)
  const { data: ways } = useSignInWays()
  const isProofOn = ways !== undefined && ways.confirmNetIDs !== 'off'
  const { message, say } = useMessage({ hideAfterMs: messageMs })
  const { mutateAsync } = useRoleChange()
  const query = useDeferredValue(typed)
  const words = wordsOf(query)
  const found = users.filter((user) => words.every((word) => textOf(user).includes(word)))

  // These functions never change, so that a switch redraws only its own row.
  const change = useCallback(
    async (wanted: RoleChange) => {
      setAsking(null)
      try {
        await mutateAsync(wanted)
        say('ok', dashboardMessages.roleUpdated(wanted.field, wanted.user.firstName))
      } catch (error) {
        say('danger', failureText(error, dashboardMessages.roleFailed, texts.unexpected))
      }
    },
    [mutateAsync, say],
  )
  const ask = useCallback(
    (wanted: RoleChange) => {
      if (questionAbout(wanted, isProofOn) !== null) setAsking(wanted)
      else void change(wanted)
    },
    [change, isProofOn],
  )
  const question = asking && questionAbout(asking, isProofOn)
  const opened = users.find(({ netID }) => netID === openedNetID)

  return (
    <>
      <SearchField
        label="Search by netID, name or e-mail"
        value={typed}
        found={foundText(found.length, 'person', 'people')}
        onChange={(text) => {
          setTyped(text)
          setShown(shownFirst)
        }}
      />
      {!mayChange && <p>{accountsTexts.changesRoles}</p>}
      <div className={styles['frame']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Line monitor</th>
              <th scope="col">Super user</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, shown).map((user) => (
              <UserRow
                key={user.netID}
                user={user}
                mayChange={mayChange}
                isProofOn={isProofOn}
                onChange={ask}
                onOpen={setOpened}
              />
            ))}
          </tbody>
        </table>
      </div>
      {found.length === 0 && <p>Nobody matches “{query}”.</p>}
      <ShowMore left={found.length - shown} onClick={() => setShown(shown + 200)} />
      <div className={styles['message']}>{message}</div>
      {asking && question && (
        <Confirm
          title={question.title}
          yes={question.yes}
          no={question.no}
          onYes={() => void change(asking)}
          onNo={() => setAsking(null)}
        >
          {question.text}
        </Confirm>
      )}
      {opened && (
        <UserDialog
          user={opened}
          mayChange={mayChange}
          isProofOn={isProofOn}
          onClose={() => setOpened(null)}
        />
      )}
      <Folded summary="Many at once">
        <ManyUsers mayChange={mayChange} isProofOn={isProofOn} />
      </Folded>
    </>
  )
}

type Question = { title: string; yes: string; no: string; text: string }

/** The question before a role is changed; null: none. */
function questionAbout({ user, field, value }: RoleChange, isProofOn: boolean): Question | null {
  if (field === 'isSuperUser' && !value) {
    return {
      title: `Take the super user role from ${user.firstName}?`,
      yes: 'Take it away',
      no: 'Keep it',
      text: 'They can then no longer change roles, settings or uploads.',
    }
  }
  if (!isProofOn || !value || user.isConfirmed) return null
  return {
    title: `Give the role to ${user.firstName}?`,
    yes: 'Give it',
    no: 'Not yet',
    text: accountsTexts.areNotConfirmed([user.netID]),
  }
}

type UserRowProps = {
  user: ListedUser
  mayChange: boolean
  isProofOn: boolean
  onChange: (change: RoleChange) => void
  onOpen: (netID: string) => void
}

const UserRow = memo(function UserRow(props: UserRowProps) {
  const { user, mayChange, isProofOn, onChange, onOpen } = props
  const facts = factsOf(user, isProofOn, useTimes())
  const name = fullName(user)
  return (
    <tr>
      <th scope="row" className={styles['person']}>
        {name}
        <span className={styles['about']}>
          {[user.netID, user.email].filter((text) => text !== '').join(' · ')}
        </span>
        {facts.length > 0 && <span className={styles['about']}>{facts.join(' · ')}</span>}
        <Button
          variant="link"
          className={styles['open']}
          aria-label={`More about ${name}`}
          onClick={() => onOpen(user.netID)}
        >
          More
        </Button>
      </th>
      {(['isLineMonitor', 'isSuperUser'] as const).map((field) => (
        <td key={field}>
          <Switch
            label={`${field === 'isLineMonitor' ? 'Line monitor' : 'Super user'}: ${name}`}
            hideLabel
            checked={user[field]}
            disabled={!mayChange}
            onChange={(value) => onChange({ user, field, value })}
          />
        </td>
      ))}
    </tr>
  )
})

const textOf = searchedText(({ netID, firstName, lastName, email }: ListedUser) =>
  [netID, firstName, lastName, email].join(' '),
)
