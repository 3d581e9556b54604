import { texts } from '../../../shared/messages.ts'
import { screens } from '../../../shared/screens.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { Link } from '../../routing/link.tsx'
import { Failed } from '../../ui/failed.tsx'
import links from '../../ui/links.module.css'
import { LitTent } from '../../ui/lit-tent.tsx'
import { NightPanel } from '../../ui/night-panel.tsx'
import { Scene } from '../../ui/scene.tsx'
import { TentOrder } from '../../ui/tent-order.tsx'
import type { Check } from '../live/picture.ts'
import styles from './onlooker.module.css'

export type OwnTent = {
  /** The watching person's own tent; null: they have none; undefined: not known. */
  tent: Pick<ActiveTent, 'id' | 'order' | 'name'> | null | undefined
  /** In this check; `without`: it began without the tent; undefined: not known. */
  state: keyof typeof stateWords | undefined
  isPending: boolean
  retry: () => void
}

const stateWords = {
  left: 'Not checked yet',
  checked: 'Checked',
  without: 'This check is without your tent.',
}

export type WatchedCheck = Pick<Check, 'checkId' | 'tents'>

type OnlookerProps = {
  check: WatchedCheck
  useOwnTent: (check: WatchedCheck) => OwnTent
  /** The last tent was marked while the page was open. */
  isEnding: boolean
}

/** One's own tent and the unmarked ones, for people who may only watch. */
export function Onlooker({ check, useOwnTent, isEnding }: OnlookerProps) {
  const { tents } = check
  return (
    <div className={styles['onlooker']}>
      <Own {...useOwnTent(check)} />
      {tents.length === 0 ? (
        <div className={styles['done']}>
          <Scene isLit />
          <p role="status">
            {isEnding ? texts.noMoreTents : 'Every tent of this check is marked.'}
          </p>
        </div>
      ) : (
        <section aria-labelledby="remaining">
          <h2 id="remaining">Tents that remain</h2>
          <ul className={styles['tents']}>
            {tents.map(({ id, order, name, type }) => (
              <li key={id} className={styles['tent']}>
                <TentOrder order={order} type={type} />
                <span className={styles['name']}>{name}</span>
                <span className="muted">{type}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** How it was marked is not for everyone who watches: the profile says it. */
function Own({ tent, state, isPending, retry }: OwnTent) {
  const isChecked = !!tent && state === 'checked'
  const isKnown = tent === null || (tent !== undefined && state !== undefined)
  return (
    <NightPanel aria-label="Your tent" aria-busy={isPending} className={styles['own']}>
      <LitTent isLit={isChecked} />
      {tent && (
        <div className={styles['words']}>
          <p className={styles['whose']}>Your tent, {tentLabel(tent)}</p>
          <p role="status" className={styles['state']}>
            {state && stateWords[state]}
          </p>
          {isChecked && (
            <p className={links['links']}>
              <Link to={screens.profile.path}>How it went</Link>
            </p>
          )}
        </div>
      )}
      {tent === null && <p>{texts.noTentForNetID}</p>}
      {!isKnown && !isPending && <Failed text={texts.tentDataFailed} onRetry={retry} />}
    </NightPanel>
  )
}
