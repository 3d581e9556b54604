import type { ListedUser } from '../../../shared/accounts/contract.ts'
import { fullName } from '../../../shared/accounts/rules.ts'
import type { Tent } from '../../../shared/tents/contract.ts'
import { keyedMembersOf } from '../../../shared/tents/members.ts'
import { columnNames, type RosterField } from '../../../shared/tents/roster-columns.ts'
import type { MatchedAccount } from './tent-accounts.ts'
import styles from './tent-facts.module.css'
import { rosterTexts } from './texts.ts'

const shownFields: readonly RosterField[] = [
  'type',
  'captain',
  'captainName',
  'dayNumber',
  'nightNumber',
  'numberOfMisses',
  'dateOfLastMiss',
  'lastMissLM',
  'dateOfLastCheck',
]

/** The roster's fields of a tent; empty ones are left out. */
export function TentFacts({ tent }: { tent: Tent }) {
  const facts = shownFields.filter((field) => tent[field] !== null && tent[field] !== '')
  return (
    <dl className={styles['facts']}>
      {facts.map((field) => (
        <div key={field}>
          <dt>{columnNames[field]}</dt>
          <dd>{tent[field]}</dd>
        </div>
      ))}
    </dl>
  )
}

type TentPeopleProps = {
  tent: Tent
  /** undefined: not loaded yet. */
  accounts: readonly MatchedAccount<ListedUser>[] | undefined
}

/** The members, and the accounts that the tent names, with the fields. */
export function TentPeople({ tent, accounts }: TentPeopleProps) {
  const members = keyedMembersOf(tent)
  const owned = new Set(accounts?.map(({ account }) => account.netID))
  return (
    <>
      <h3>Members: {members.length}</h3>
      {members.some(({ netID }) => netID !== null) && <p>{rosterTexts.netIDsAreGuesses}</p>}
      <ol className={styles['people']}>
        {members.map(({ key, name, netID }) => (
          <li key={key}>
            {name}
            {netID !== null && <span className={styles['beside']}>{netID}</span>}
            {netID !== null && owned.has(netID) && <span className={styles['has']}>account</span>}
          </li>
        ))}
      </ol>
      <h3>Accounts that match{accounts && `: ${accounts.length}`}</h3>
      {accounts?.length === 0 && <p>{rosterTexts.noAccounts}</p>}
      <ul className={styles['people']}>
        {accounts?.map(({ account, by, tent: own }) => (
          <li key={account.netID}>
            {fullName(account)}
            <span className={styles['beside']}>{account.netID}</span>
            <span className={styles['how']}>
              {[
                `by ${by.map((field) => columnNames[field]).join(', ')}`,
                account.isDisabled && rosterTexts.isDisabled,
                own !== undefined && own.id !== tent.id && rosterTexts.hasOther(own),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
