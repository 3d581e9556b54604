import { counted } from '../../shared/counted.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { rulesAYearLater } from '../../shared/season/rules.ts'

/** `“2026”, to 2026-02-28`. */
const season = ({ name, ends }: SeasonRules) => `“${name}”, to ${ends.slice(0, 10)}`

/** The texts about stored data that the specification does not give. */
export const privacyTexts = {
  exportFailed: 'What is kept could not be downloaded.',
  exported: (netID: string) => `Everything kept about ${netID} is downloaded.`,
  signedOut: (netID: string) => `${netID} is signed out everywhere.`,
  wasNotSignedIn: (netID: string) => `${netID} was not signed in anywhere.`,
  backupsStay: 'Backups made before still hold all of it, until they are deleted.',
  disputesLeft: (count: number) =>
    count === 1
      ? '1 dispute is not answered; its words are deleted.'
      : `${count} disputes are not answered; their words are deleted.`,
  disputesUnknown: 'It is not known yet whether disputes are open; their words are deleted.',
  rulesStay: (rules: SeasonRules) => `The rules of ${season(rules)}, stay as they are.`,
  rulesMove: (rules: SeasonRules) =>
    `The rules of ${season(rules)}, become those of ${season(rulesAYearLater(rules))}.`,
  seasonClosed: (tents: number) =>
    `The season is closed: ${counted(tents, 'tent')} left the roster, and the members are forgotten. Backups made before still hold them.`,
  closingFailed: 'The season could not be closed.',
  closingUnanswered: 'The server could not be reached. Reload to see whether the season is closed.',
  endFailed: 'The session could not be ended.',
} as const
