import type { SeasonRules } from '../../shared/season/contract.ts'
import { deviceZone } from '../ui/times.ts'
import { textInZone } from './local-time-text.ts'
import styles from './season.module.css'
import { nightText, numberInputs, numberText, requiredText, switchTexts } from './words.ts'

/** The rules in words. */
export function RulesText({ rules }: { rules: SeasonRules }) {
  return (
    <dl className={styles['rules']}>
      {rules.periods.map((period) => (
        <div key={period.name}>
          <dt>{period.name}</dt>
          <dd>
            from {textInZone(period.from, rules.timeZone, deviceZone())}: {requiredText(period)}
          </dd>
        </div>
      ))}
      <div>
        <dt>Nights</dt>
        {rules.nights.length === 0 && <dd>none</dd>}
        {rules.nights.map((night) => (
          <dd key={nightText(night)}>{nightText(night)}</dd>
        ))}
      </div>
      {numberInputs.map(([field, label, unit]) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>{numberText(rules[field], unit)}</dd>
        </div>
      ))}
      <div>
        <dt>Other rules</dt>
        <dd>{switchTexts.inSeason(rules.inSeason)}.</dd>
        <dd>{switchTexts.tentNumbersWin(rules.tentNumbersWin)}.</dd>
      </div>
    </dl>
  )
}
