import { memo, useCallback, useDeferredValue, useState } from 'react'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Notice } from '../ui/notice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Switch } from '../ui/switch.tsx'
import { useMessage } from '../ui/use-message.ts'
import { type RoleChange, useRoleChange } from './use-users.ts'
import styles from './users-table.module.css'

type UsersTableProps = {
  users: readonly User[]
  mayChange: boolean
  /** One's own role may be among what changed. */
  onChanged: (netID: string) => void
}

/** Drawn at once; more on demand, so that 5,000 people do not slow the first look. */
const shownFirst = 50
const messageMs = 5000

export function UsersTable({ users, mayChange, onChanged }: UsersTableProps) {
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(shownFirst)
  const [asking, setAsking] = useState<RoleChange | null>(null)
  const { message, say, clear } = useMessage()
  const { mutateAsync } = useRoleChange()
  const query = useDeferredValue(typed.trim().toLowerCase())
  const found = query === '' ? users : users.filter((user) => textOf(user).includes(query))

  // The handlers stay the same, so that a switch draws only the row that it changes.
  const change = useCallback(
    async (wanted: RoleChange) => {
      setAsking(null)
      try {
        await mutateAsync(wanted)
        say('ok', texts.roleUpdated(wanted.field, wanted.user.firstName))
        onChanged(wanted.user.netID)
      } catch (error) {
        say('danger', failureText(error, texts.roleFailed, texts.unexpected))
      }
    },
    [mutateAsync, say, onChanged],
  )
  const ask = useCallback(
    (wanted: RoleChange) => {
      if (wanted.field === 'isSuperUser' && !wanted.value) setAsking(wanted)
      else void change(wanted)
    },
    [change],
  )

  return (
    <>
      <SearchField
        label="Search by netID, name or e-mail"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setShown(shownFirst)
        }}
      />
      {!mayChange && <p>{texts.changesRoles}</p>}
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
              <UserRow key={user.netID} user={user} mayChange={mayChange} onChange={ask} />
            ))}
          </tbody>
        </table>
      </div>
      {found.length === 0 && <p>Nobody matches “{query}”.</p>}
      {found.length > shown && (
        <Button variant="quiet" onClick={() => setShown(shown + 200)}>
          Show more ({found.length - shown} left)
        </Button>
      )}
      <div className={styles['message']}>
        {message && (
          <Notice key={message.id} tone={message.tone} hideAfterMs={messageMs} onHide={clear}>
            {message.text}
          </Notice>
        )}
      </div>
      {asking && (
        <Confirm
          title={`Take the super user role from ${asking.user.firstName}?`}
          yes="Take it away"
          no="Keep it"
          onYes={() => void change(asking)}
          onNo={() => setAsking(null)}
        >
          They can then no longer change roles, settings or uploads.
        </Confirm>
      )}
    </>
  )
}

type UserRowProps = { user: User; mayChange: boolean; onChange: (change: RoleChange) => void }

const UserRow = memo(function UserRow({ user, mayChange, onChange }: UserRowProps) {
  const name = `${user.firstName} ${user.lastName}`
  return (
    <tr>
      <th scope="row" className={styles['person']}>
        {name}
        <span className={styles['about']}>
          {user.netID} · {user.email}
        </span>
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

const searched = new WeakMap<User, string>()

/** What a person is found by; put together once, not with every letter typed. */
function textOf(user: User): string {
  const known = searched.get(user)
  if (known !== undefined) return known
  const { netID, firstName, lastName, email } = user
  const text = `${netID} ${firstName} ${lastName} ${email}`.toLowerCase()
  searched.set(user, text)
  return text
}
