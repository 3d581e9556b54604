import { dashboardMessages } from './dashboard-messages.ts'
import { texts } from './messages.ts'

/**
 * Every refusal by code, with its status and its text for people. Where the specification has a
 * text for it, this is that text (8, error catalogue).
 */
export const refusals = {
  notSignedIn: [401, 'Please sign in first.'],
  needsLineMonitor: [403, 'This needs the line monitor role. Ask a super user for it.'],
  needsSuperUser: [403, 'This needs the super user role. Ask a super user for it.'],
  foreignOrigin: [403, 'This request came from another site and was refused.'],
  badRequest: [400, 'The request is not valid.'],
  noJsonp: [400, 'JSONP is not supported. Connect by websocket or by polling.'],
  notJson: [400, 'The body is not valid JSON.'],
  unsupportedType: [415, 'Send the body as application/json.'],
  tooLarge: [413, 'The request is too large.'],
  inPieces: [413, 'The request arrived in too many small pieces. Please try again.'],
  tooSlow: [408, 'The request took too long to arrive. Please try again.'],
  notFound: [404, 'There is nothing at this address.'],
  rangeInvalid: [416, 'The document has no such part. Ask for all of it.'],
  tooManyOpen: [
    429,
    'Too many requests from you or your network are under way. Please try again in a moment.',
  ],
  tooManyAttempts: [429, 'Too many attempts. Please wait a few minutes and try again.'],
  tooManyHere: [
    429,
    'Many people on your network are doing the same right now. Please try again in half a minute.',
  ],
  tooManyLinks: [
    429,
    'Several links were already sent to this address. Please check that inbox, or try again later.',
  ],
  serverError: [500, 'Something went wrong on our side. Please try again.'],
  diskFull: [
    507,
    'The disk of the server is full, so this could not be saved. Please tell the person who runs it.',
  ],
  unavailable: [503, 'The server is busy or restarting. Please try again in a moment.'],

  wrongCredentials: [401, 'The netID or the password is not right.'],
  accountDisabled: [403, texts.accountDisabled],
  wrongPassword: [403, 'The current password is not right.'],
  currentPasswordNeeded: [
    403,
    'You signed in too long ago to change this without your current password. Enter it, or sign in again.',
  ],
  netIDInvalid: [400, texts.netIDInvalid],
  nameInvalid: [400, texts.nameInvalid],
  emailInvalid: [400, texts.emailInvalid],
  passwordInvalid: [400, texts.passwordInvalid],
  passwordCommon: [
    400,
    'This password is among the most common ones, or is your netID or e-mail. Please choose another.',
  ],
  netIDTaken: [409, 'There is an account with this netID already. Try to log in.'],
  emailTaken: [409, 'There is an account with this e-mail address already.'],
  setupLinkUsed: [403, 'This set-up link was used already or is out of date.'],
  unknownUser: [404, 'There is no account with this netID.'],
  notConfirmed: [
    403,
    'Your netID is not confirmed yet, so no tent is shown to you. Your profile says how to confirm it.',
  ],
  confirmedAlready: [409, 'Your netID is confirmed already.'],
  notByMail: [409, 'NetIDs are not confirmed by mail here.'],
  linkNotYours: [
    403,
    'This link belongs to another netID. Sign in with the netID that it was mailed to.',
  ],
  linkOver: [
    403,
    'This link was used already, is out of date, or a newer one was sent. Ask for a new one.',
  ],
  noPasswordToReset: [
    409,
    'This account is disabled or has no password, so there is nothing that a link could reset.',
  ],
  notInYourTent: [
    404,
    'No single account that can see your tent matches this one. Reload and look again.',
  ],
  sessionOver: [404, 'This session is over already.'],
  passwordClosed: [
    403,
    'Everyone here signs in with a campus account. Only super users can use a password.',
  ],
  nothingWaiting: [
    409,
    'No campus sign-in, or a different one, is now waiting for this account. Reload and look again.',
  ],
  lastSuperUser: [
    409,
    'The last super user cannot give up the role or be disabled. Make somebody else a super user first.',
  ],

  nothingKept: [404, 'Nothing is kept about this netID.'],
  seasonInCheck: [409, 'A check is in progress. End it first, then close the season.'],
  seasonInAirtable: [
    409,
    'Airtable is connected, so the next pull would bring the tents back. Disconnect it first.',
  ],

  seasonInvalid: [400, 'The rules of the season are not valid.'],
  seasonChanged: [
    409,
    'Somebody saved new rules before you, so yours were not saved. Load theirs, or go on with yours.',
  ],
  unknownSeasonVersion: [404, 'There is no such version of the season’s rules.'],
  graceInvalid: [400, 'This grace is not valid.'],
  unknownGrace: [404, 'There is no such grace.'],

  markdownInvalid: [400, 'This text cannot be shown.'],
  pageChanged: [
    409,
    'Somebody saved this page before you, so your text was not saved. Look at theirs first.',
  ],
  unknownPageVersion: [404, 'There is no such version of this page.'],
  announcementInvalid: [400, 'This announcement is not valid.'],
  announcementChanged: [409, 'Somebody changed this after you opened it. Yours is not saved.'],
  announcementOver: [409, 'This announcement is over. Write a new one.'],
  unknownAnnouncement: [404, 'There is no such announcement.'],

  linkInvalid: [400, 'The sign-up link must start with http:// or https://.'],

  airtableIdsMissing: [400, dashboardMessages.airtableIdsMissing],
  airtableIdsInvalid: [400, 'Base ID and Table ID are letters and digits, as in app… and tbl….'],
  airtableKeyInvalid: [400, 'An API key has 1 to 200 letters, digits, signs and spaces.'],

  airtableNotConfigured: [409, 'Airtable is not connected yet. Save its settings first.'],
  airtableKeyUnreadable: [409, dashboardMessages.airtableKeyUnreadable],
  nothingFailed: [409, 'This tent has no results waiting to be sent again.'],
  nothingDiffers: [409, 'This tent has no differences left to settle.'],

  rosterTooLarge: [
    413,
    'The file is over 1 MB, too large to import here. The person who runs the server can import it: import-roster.',
  ],
  rosterRefused: [400, 'Nothing was imported. Correct what is wrong in the file and try again.'],
  rosterFromAirtable: [
    409,
    'The tents come from Airtable, so they cannot be imported or changed here.',
  ],
  rosterDuringCheck: [
    409,
    'A check is on. Until it is over you can change a tent’s texts, but not its numbers, and not add or remove tents.',
  ],
  rosterChanged: [
    409,
    'The roster has changed since you looked. See again what the file would change.',
  ],
  tentRefused: [400, 'This cannot stand in the roster.'],
  tentChanged: [409, 'Somebody changed this tent after you opened it. Look again, then save.'],
  rosterNotEmpty: [409, 'The demo season can be loaded only before there are any tents.'],

  noFile: [400, dashboardMessages.chooseFile],
  oneFile: [400, 'Please send one file at a time, in the field "file".'],
  emptyFile: [400, 'The file is empty. Please choose another one.'],
  notPdf: [400, 'This file is not a PDF. Please choose a PDF.'],
  pdfDamaged: [400, 'This PDF is damaged. Please choose another.'],
  pdfLocked: [400, 'This PDF has a password. Please choose another.'],
  fileTooLarge: [413, 'The file is larger than 15 MB. Please choose a smaller PDF.'],
  uploadCutOff: [400, 'The upload broke off, so nothing was changed. Please try again.'],

  noTents: [400, 'Choose at least one tent to check.'],
  unknownTent: [400, 'One of the tents is not on the roster. Reload and try again.'],
  checkInProgress: [409, 'A check is already in progress.'],
  missOrMake: [400, 'Send either misses (a Miss) or lastCheck (a Make), not both and not neither.'],
  noCheck: [409, 'No check is in progress, so nothing was marked.'],
  /** After a restored backup, phones hold ids of checks that the ledger lost. */
  checkUnknown: [409, 'That check is not known here, so nothing was marked.'],
  otherCheck: [409, 'That check is over, so the mark did not count. It is kept on record.'],
  checkUnreadable: [503, texts.checkUnreadable],
  tentNotInCheck: [409, 'This tent is not part of the check in progress.'],
  markedOtherwise: [409, 'A colleague marked this tent the other way before you.'],
  markIdReused: [409, 'This mark id belongs to another mark.'],
  checkOver: [409, 'That check is over, so nothing was changed.'],
  notMarked: [409, 'That mark is no longer there. It was undone or changed.'],
  notYourMark: [403, 'Only whoever made this mark or a super user can take it back.'],
  idReused: [409, 'This id belongs to another request.'],
  notAllInCheck: [400, 'One of these tents is not in this check. Reload and try again.'],
  callOutOfTurn: [
    409,
    'This is not the next call, or it was taken back already. Look at the calls again.',
  ],
  unknownCheck: [404, 'There is no such check.'],
  checkRunning: [409, 'That check is still on.'],
  checkSuperseded: [409, 'Another check began since, so this one cannot go on.'],
  noTentOfYours: [403, 'Only a member of a tent, by netID, can do this.'],
  nothingToDispute: [409, 'Your tent has no Miss in that check that could be disputed.'],
  disputedAlready: [409, 'This Miss is disputed already.'],
  unknownDispute: [404, 'There is no such dispute.'],
  answeredAlready: [409, 'This dispute is answered already.'],
  tooLate: [409, 'The time for disputing a Miss of that check is over.'],
  notInThatCheck: [404, 'This tent was not in that check.'],
  nothingToCorrect: [
    409,
    'This tent stands like that already, or its mark has changed. Look at it again before you correct it.',
  ],
  notYourTent: [403, 'Only members of this tent and line monitors may see its record.'],
  unknownTentRecord: [404, 'There is no such tent.'],
  timeInvalid: [400, 'A time must be in UTC, like 2026-01-19T08:16:00Z.'],
  timesInvalid: [400, 'from must not be after to.'],
  unknownNotice: [404, 'There is no such notice.'],
  noticeOver: [
    409,
    'There is nothing to tell right now: the result changed, or this person no longer gets it.',
  ],
  noticeSent: [409, 'This notice is sent already.'],
  noMailServer: [
    409,
    'No mail server is set up, so this cannot be sent. Tell the person yourself, then tick it off.',
  ],
  subscriptionInvalid: [
    400,
    'This browser’s subscription is not valid. Turn notifications off and on again.',
  ],

  notYourShifts: [403, 'Only the members of this tent may see its shifts.'],
  needsPlanner: [403, 'Only the captain and the deputies of this tent can do this.'],
  needsCaptain: [403, 'Only the captain of this tent can do this.'],
  answersThemself: [403, 'This member has an account, so only they can say when they are free.'],
  unknownMember: [404, 'There is no such member in this tent. Reload and look again.'],
  notLinked: [409, 'First choose which member this account is.'],
  linkedAlready: [
    409,
    'You are already linked to a member, or somebody else is linked to this one. The captain can fix it.',
  ],
  dayInvalid: [400, 'Please use a real date, like 2026-01-28.'],
  dayTwice: [400, 'Each day can be said once only.'],
  tooManyNights: [400, 'You have already signed up for as many nights as one member can.'],
  availabilityUnreadable: [400, 'Nothing could be read from this file.'],
  planInPast: [409, 'These days are over. Choose later ones.'],
  nothingToPlan: [409, 'Nobody has to be there on these days, so there is nothing to plan.'],
  tooManyToPlan: [409, 'A plan can be made for 60 members at most.'],
  noDraft: [409, 'There is no draft to publish. Make a plan first.'],
  draftChanged: [409, 'The draft has changed since you looked at it. Look again, then publish.'],
  locksChanged: [409, 'The locked shifts have changed since you looked at them. Look again.'],
  locksInvalid: [
    400,
    'A lock must cover half hours that can be planned, and one member’s locks may not overlap.',
  ],
  unknownShift: [404, 'This shift is not in the plan any more.'],
  notYourTurn: [
    409,
    'You can say that you are there only for your own shift, from an hour before it until its end.',
  ],
  swapIncomplete: [
    400,
    'An exchange needs two shifts. Only a shift that you give away can be offered to one member.',
  ],
  swapOffered: [409, 'You have offered this already.'],
  tooManySwaps: [409, 'You have too many open offers. Withdraw some first.'],
  swapGone: [409, 'This offer is taken, withdrawn or not possible any more.'],
  swapOver: [409, 'This shift has begun, so it cannot be swapped any more.'],
  swapNotYours: [409, 'This shift, or this offer, is not yours to swap.'],
  swapNoAccount: [409, 'This member has no account here yet, so they cannot answer.'],
  swapOnShift: [409, 'One of you is on shift at that time already.'],
  swapNotFree: [409, 'One of you is not free for the whole shift.'],
  swapShort: [409, 'Fewer members than needed would be there, so this cannot be swapped.'],
  notForScripts: [
    403,
    'The token of a program reads past checks and their tables, and nothing else.',
  ],
  unknownToken: [404, 'There is no such token. It may have ended.'],
  tokensAtMost: [409, 'There are 20 tokens. End one that is no longer needed first.'],
  listTooLong: [400, 'The list of excluded names is too long.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type RefusalCode = keyof typeof refusals

/** Words in the place of a code's own, where a code of the specification means several things. */
export const closerWords = {
  notYourMark: (by: string) => `Only ${by} or a super user can take this mark back.`,
  pastCheckUnreadable:
    'That check cannot be read, so nothing can be changed in it. Please tell the person who runs the server.',
  noCheckIsOn: 'No check is in progress.',
  excludedInAll:
    'This check has excluded as many people as it can keep. Nobody more can be excluded in it.',
  closeSeenAnew:
    'Somebody saved new rules or closed the season before you, so nothing was closed this time. Look at the rules and the tents again.',
  reopenTooLate:
    'That check has been over for more than 10 minutes. Ask a super user to go on with it.',
  reopenSeasonClosed: 'The season of that check is closed, so it cannot go on.',
  disputeNeedsProof:
    'Your netID is not confirmed yet, so you cannot dispute a Miss. A line monitor can confirm it, on the LM Dashboard under People.',
  draftUndoesSwap:
    'The plan in use has changed since you looked at the draft, and publishing would undo that. Look at what it changes now, then publish, or make a new plan.',
  swapShort: (when: string, missing: number) =>
    `This would leave ${when} ${missing === 1 ? 'one person' : `${missing} people`} short: one of you is on shift then already.`,
}
