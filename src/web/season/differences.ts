import type { Period, SeasonRules } from '../../shared/season/contract.ts'
import { localTimeText } from './local-time-text.ts'
import { nightText, numberInputs, numberText, requiredText, switchTexts } from './words.ts'

/** The changes from one version of the rules to the next, one sentence each. */
export function changesBetween(before: SeasonRules, after: SeasonRules): string[] {
  return [
    ...changed('Name', before.name, after.name),
    ...switched(before, after, 'inSeason'),
    ...changed('Time zone', before.timeZone, after.timeZone),
    ...periodChanges(before.periods, after.periods),
    ...changed('End', localTimeText(before.ends), localTimeText(after.ends)),
    ...changed('Nights', nightsText(before), nightsText(after)),
    ...switched(before, after, 'tentNumbersWin'),
    ...numberInputs.flatMap(([field, label, unit]) =>
      changed(label, numberText(before[field], unit), numberText(after[field], unit)),
    ),
  ]
}

function changed(label: string, was: string, is: string): string[] {
  return was === is ? [] : [`${label}: ${is} (was ${was}).`]
}

function switched(before: SeasonRules, after: SeasonRules, field: keyof typeof switchTexts) {
  return before[field] === after[field] ? [] : [`${switchTexts[field](after[field])}.`]
}

function nightsText({ nights }: SeasonRules): string {
  return nights.length === 0 ? 'none' : nights.map(nightText).join('; ')
}

/** Periods with the same name count as the same. */
function periodChanges(before: Period[], after: Period[]): string[] {
  const named = (periods: Period[], name: string) => periods.find((one) => one.name === name)
  return [
    ...before
      .filter(({ name }) => named(after, name) === undefined)
      .map(({ name }) => `${name} is gone.`),
    ...after.flatMap((period) => {
      const was = named(before, period.name)
      const { name, from } = period
      if (was === undefined) {
        return [`${name} is new: from ${localTimeText(from)}, ${requiredText(period)}.`]
      }
      return [
        ...changed(`${name} begins`, localTimeText(was.from), localTimeText(from)),
        ...changed(`${name} requires`, requiredText(was), requiredText(period)),
      ]
    }),
  ]
}
