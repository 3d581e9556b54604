import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ListedUser } from '../../shared/accounts/contract.ts'
import { fullName } from '../../shared/accounts/rules.ts'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import { CallError, call, isPassing } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { formText } from '../ui/form-text.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useMessage } from '../ui/use-message.tsx'
import styles from './form.module.css'
import { findPasted } from './pasted-net-ids.ts'
import { accountsTexts } from './texts.ts'
import { usersKey, useUsersChanged } from './use-users.ts'

type Act = { label: string; superUsersOnly: boolean; run: (netID: string) => Promise<unknown> }

const acts: Record<string, Act> = {
  confirm: {
    label: 'Confirm the netID',
    superUsersOnly: false,
    run: (netID) => call('confirmUser', { netID, value: true }),
  },
  monitor: {
    label: 'Give the line monitor role',
    superUsersOnly: true,
    run: (netID) => call('updateRole', { netID, field: 'isLineMonitor', value: true }),
  },
  noMonitor: {
    label: 'Take the line monitor role away',
    superUsersOnly: true,
    run: (netID) => call('updateRole', { netID, field: 'isLineMonitor', value: false }),
  },
  disable: {
    label: 'Disable the account',
    superUsersOnly: true,
    run: (netID) => call('disableUser', { netID, value: true }),
  },
}

/** Not signed in, or without the role: the others would be refused as well. */
const refusesAll = [401, 403]

/** What is asked about: `unknown` are the netIDs without an account. */
type Asked = { act: Act; people: ListedUser[]; unknown: string[] }

type ManyUsersProps = { mayChange: boolean; isProofOn: boolean }

/** Does one action to many accounts, by pasted netIDs; lists those without an account. */
export function ManyUsers({ mayChange, isProofOn }: ManyUsersProps) {
  const queries = useQueryClient()
  const usersChanged = useUsersChanged()
  const { message, say, clear } = useMessage({ hideAfterMs: null, dismissible: true })
  const [chosen, setChosen] = useState(mayChange ? 'monitor' : 'confirm')
  const [asking, setAsking] = useState<Asked>()
  const failed = dashboardMessages.roleFailed
  const unanswered = accountsTexts.manyUnanswered
  const { run, busy } = useAction({
    act: async ({ act, people, unknown }: Asked) => {
      const refused: string[] = []
      let done = 0
      for (const { netID } of people) {
        try {
          await act.run(netID)
          done += 1
        } catch (error) {
          refused.push(`${netID}: ${failureText(error, failed, unanswered)}`)
          if (!(error instanceof CallError) || isPassing(error)) break
          if (refusesAll.includes(error.status)) break
        }
      }
      const said = [accountsTexts.doneToMany(act.label, done, people.length), ...refused]
      if (unknown.length > 0) said.push(accountsTexts.haveNoAccount(unknown))
      say(refused.length === 0 ? 'ok' : 'danger', said.join(' '))
    },
    say,
    failed,
    unanswered,
    onSettled: () => {
      setAsking(undefined)
      void usersChanged()
    },
  })

  const look = useAction({
    act: async (pasted: string) => {
      clear()
      // Whoever has just registered is not in the list that is shown.
      const queryFn = () => call('listUsers')
      const users = await queries.fetchQuery({ queryKey: usersKey, queryFn, staleTime: 0 })
      const { found, unknown } = findPasted(pasted, users)
      const act = acts[chosen]
      if (act === undefined) return
      if (found.length + unknown.length === 0) return say('danger', accountsTexts.noNetIDs)
      if (found.length === 0) return say('danger', accountsTexts.noneHasAccount(unknown))
      setAsking({ act, people: found, unknown })
    },
    say,
    failed: accountsTexts.usersFailed,
    unanswered: accountsTexts.usersFailed,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    look.run(formText(event.currentTarget, 'netIDs'))
  }
  const netIDsOf = (isMeant: (person: ListedUser) => boolean) =>
    asking?.people.filter(isMeant).map(({ netID }) => netID) ?? []
  const unconfirmed = netIDsOf(({ isConfirmed }) => !isConfirmed)
  // Anybody may have registered a heading or a name as a netID.
  const words = netIDsOf(({ netID }) => !/\d/.test(netID))

  return (
    <form className={styles['form']} onSubmit={submit}>
      <TextArea
        label="Who"
        name="netIDs"
        hint="Paste netIDs, as many as you like, however they are separated."
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <SelectField
        label="What to do"
        value={chosen}
        options={Object.entries(acts)
          .filter(([, { superUsersOnly }]) => mayChange || !superUsersOnly)
          .map(([name, { label }]) => [name, label] as const)}
        onChange={setChosen}
      />
      {message}
      <Button type="submit" variant="quiet" busy={look.busy}>
        Do this for all of them…
      </Button>
      {asking && (
        <Confirm
          title={`${asking.act.label}: ${asking.people.length}`}
          yes="Do it"
          no="Not now"
          busy={busy}
          onYes={() => run(asking)}
          onNo={() => setAsking(undefined)}
        >
          {words.length > 0 && <p>{accountsTexts.areWords(words)}</p>}
          <p>{asking.people.map((user) => `${fullName(user)} (${user.netID})`).join(', ')}</p>
          {asking.unknown.length > 0 && <p>{accountsTexts.haveNoAccount(asking.unknown)}</p>}
          {isProofOn && asking.act === acts['monitor'] && unconfirmed.length > 0 && (
            <p>{accountsTexts.areNotConfirmed(unconfirmed)}</p>
          )}
        </Confirm>
      )}
    </form>
  )
}
