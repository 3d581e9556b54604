import { counted } from '../../shared/counted.ts'

/** The texts about stored data that the specification does not give. */
export const privacyTexts = {
  exportFailed: 'What is kept could not be downloaded.',
  exported: (netID: string) => `Everything kept about ${netID} is downloaded.`,
  signedOut: (netID: string) => `${netID} is signed out everywhere.`,
  wasNotSignedIn: (netID: string) => `${netID} was signed in nowhere.`,
  backupsStay: 'Backups made before still hold all of it, until they are deleted.',
  disputesLeft: (count: number) =>
    count === 1
      ? '1 dispute is not answered; its words are deleted.'
      : `${count} disputes are not answered; their words are deleted.`,
  seasonClosed: (tents: number) =>
    `The season is closed: ${counted(tents, 'tent')} left the roster, and the members are forgotten. Backups made before still hold them.`,
  closingFailed: 'The season could not be closed.',
  closingUnanswered: 'The server could not be reached. Reload to see whether the season is closed.',
  endFailed: 'The session could not be ended.',
} as const
