import { useState } from 'react'
import { readStored, setUpHiddenKey, writeStored } from '../api/storage.ts'
import { Link } from '../routing/link.tsx'
import { classNames } from '../ui/class-names.ts'
import { NightLabel, NightPanel } from '../ui/night-panel.tsx'
import styles from './set-up.module.css'
import { steps } from './set-up-steps.ts'
import { isWhole, useSetUp } from './use-set-up.ts'

/** What is left to do before the first night: ticked automatically, hidden when all is done. */
export function SetUp() {
  const { data } = useSetUp()
  const [isHidden, setHidden] = useState(() => readStored(setUpHiddenKey) !== null)
  if (isHidden || data === undefined || isWhole(data)) return null
  const done = steps.filter(({ fact }) => data[fact]).length
  const next = steps.find(({ fact }) => !data[fact])
  return (
    <NightPanel aria-labelledby="set-up">
      {/* Open only until the first check: after that, tonight is more important. */}
      <details open={!data.trial} className={styles['all']}>
        <summary>
          <h2 id="set-up">Set up your season</h2>
          <NightLabel live={`${done} of ${steps.length}`}>steps done</NightLabel>
          {next && <span className={styles['next']}>Next: {next.text}</span>}
        </summary>
        <ol className={styles['steps']}>
          {steps.map((step) => (
            <li key={step.fact} className={classNames(data[step.fact] && styles['done'])}>
              <span aria-hidden="true" className={styles['tent']} />
              <span className={styles['words']}>
                {step.place.startsWith('#') ? (
                  <a href={step.place}>{step.text}</a>
                ) : (
                  <Link to={step.place}>{step.text}</Link>
                )}
                {data[step.fact] && <span className="visually-hidden"> done</span>}
                {step === next && <span className={styles['hint']}>{step.hint}</span>}
              </span>
            </li>
          ))}
        </ol>
        <button
          type="button"
          className={styles['hide']}
          onClick={({ currentTarget }) => {
            writeStored(setUpHiddenKey, 'yes')
            setHidden(true)
            currentTarget.closest('main')?.focus({ preventScroll: true })
          }}
        >
          Hide this list on this device
        </button>
      </details>
    </NightPanel>
  )
}
