import type { AuditEvent, ChangedTent } from '../../shared/audit/contract.ts'
import { counted } from '../../shared/counted.ts'
import { minuteMs } from '../../shared/durations.ts'
import type { Audience } from '../../shared/pages/contract.ts'
import type { Times } from '../ui/times.ts'

/** An event as a sentence, without its time and without a full stop. */
export function eventText(event: AuditEvent, times: Times): string {
  const who = event.by || 'The person who runs the server'
  switch (event.kind) {
    case 'roleChanged': {
      const role = event.role === 'isLineMonitor' ? 'line monitor' : 'super user'
      return event.value
        ? `${who} gave ${event.about} the ${role} role`
        : `${who} took the ${role} role from ${event.about}`
    }
    case 'airtableSettingsSaved':
      return `${who} saved the Airtable settings${event.isKeyNew ? ' with a new key' : ''}`
    case 'airtableDisconnected':
      return `${who} disconnected Airtable`
    case 'scriptTokenMade':
      return `${who} made the token “${event.name}”, which reads past checks until ${times.moment(event.until)}`
    case 'scriptTokenEnded':
      return `${who} ended the token “${event.name}”`
    case 'backupMade':
      return `${who} downloaded a backup of everything`
    case 'tentLinkChanged':
      return `${who} ${event.active ? 'opened' : 'closed'} registration, ${
        event.url === '' ? 'without a link' : `its link ${event.url}`
      }`
    case 'documentUploaded':
      return `${who} uploaded the ${event.document}`
    case 'pageSaved': {
      const page = { faq: 'FAQ', contacts: 'contacts' }[event.page]
      return `${who} saved the ${page} (version ${event.number})`
    }
    case 'announcementAdded':
      return `${who} announced something ${announced(event, times)}`
    case 'announcementChanged':
      return `${who} changed an announcement ${announced(event, times)}`
    case 'announcementEnded':
      return `${who} ended an announcement ${announced(event, times)}`
    case 'rosterImported':
      return `${who} imported a roster: ${countsText(event)}`
    case 'rosterPulled':
      return event.by
        ? `${who} pulled the roster from Airtable: ${countsText(event)}`
        : `The roster followed Airtable: ${countsText(event)}`
    case 'tentEdited': {
      const { change, tent } = event
      if (change === 'added') return `${who} put ${tent} on the roster`
      if (change === 'retired') return `${who} took ${tent} off the roster`
      return `${who} changed ${tent}: ${columnsText(event)}`
    }
    case 'resultsGivenUp':
      return `${who} gave up ${counted(event.results, 'result')} of ${event.tent} that Airtable refused`
    case 'differenceSettled': {
      const results = event.results === 0 ? '' : `: ${counted(event.results, 'result')} `
      const done = results && `${results}${event.send ? 'sent' : 'not sent'}`
      return `${who} settled the difference of ${event.tent} with Airtable${done}`
    }
    case 'demoLoaded':
      return `${who} loaded the demo season of ${event.tents} tents`
    case 'userConfirmed':
      if (event.about === event.netID) return `${who} confirmed their netID`
      return event.value
        ? `${who} confirmed that the netID of ${event.about} is theirs`
        : `${who} took back that the netID of ${event.about} is confirmed`
    case 'accountDisabled':
      return `${who} ${event.value ? 'disabled' : 'enabled'} the account of ${event.about}`
    case 'resetLinkMade':
      return `${who} made a password reset link for ${event.about}`
    case 'netIDsLeftUnproven':
      return `${who} decided that netIDs need no proof`
    case 'strangerReported':
      return `${who} said that ${event.about}, who sees ${event.tent}, is not a member of that tent`
    case 'signInFailed':
      return `Somebody tried to sign in as ${event.about} with a wrong password`
    case 'sessionsEnded': {
      const sessions = counted(event.sessions, 'session')
      return event.about === event.netID
        ? `${who} ended ${sessions} of their own`
        : `${who} ended ${sessions} of ${event.about}`
    }
    case 'passwordChanged':
      return event.about === event.netID
        ? `${who} changed their password`
        : `${who} set a new password for ${event.about}`
    case 'accountTakenOver':
      return `${who} handed ${event.about} over to the person who came through the campus sign-in with this netID`
    case 'dataExported':
      return `${who} downloaded everything kept about ${event.about}`
    case 'noticeTickedOff':
      return `${who} ticked off that ${event.about} was told by hand`
    case 'markRefused': {
      const { tent, outcome, mark } = event
      return `${who} marked ${tent} ${outcomeWord[outcome]}, which did not count: ${mark.by} had marked it ${outcomeWord[mark.outcome]} (${mark.at})`
    }
    case 'disputeAnswered': {
      const answer = event.outcome === 'vacated' ? 'took its Miss away' : 'kept its Miss'
      return `${who} answered the dispute of ${event.tent} and ${answer}${whyText(event.reason)}`
    }
    case 'tentCorrected': {
      const { tent, from, outcome, reason } = event
      return `${who} corrected ${tent} from ${outcomeWord[from]} to ${outcomeWord[outcome]}${whyText(reason)}`
    }
    case 'seasonSaved':
      return `${who} saved the rules of the season ${event.name} (version ${event.version})`
    case 'graceDeclared':
      return `${who} declared grace ${declared(event, times)}: ${event.reason}`
    case 'graceEnded':
      return `${who} ended the grace ${spanText(event, times)}: ${event.reason}`
    case 'seasonClosed':
      return `${who} closed the season of ${counted(event.tents, 'tent')}`
  }
}

const outcomeWord = { miss: 'a Miss', make: 'a Make', none: 'unmarked' }

function whyText(reason: string): string {
  return reason === '' ? '' : `: ${reason}`
}

export type Imported = Extract<AuditEvent, { kind: 'rosterImported' | 'rosterPulled' }>

function countsText({ added, changed, retired }: Imported): string {
  return `${added} added, ${changed} changed, ${retired} retired`
}

/** `Captain, Day Number: 2 → 3`: the columns that changed, from what to what where that is kept. */
export function columnsText({ columns, values = [] }: ChangedTent): string {
  const texts = columns.map((column) => {
    const value = values.find((one) => one.column === column)
    return value ? `${column}: ${value.before || 'empty'} → ${value.after || 'empty'}` : column
  })
  return texts.join(', ')
}

function announced(
  { audience, from, until }: { audience: Audience; from: string; until: string },
  times: Times,
) {
  const whom = { everyone: 'everyone', monitors: 'line monitors' }[audience]
  return `to ${whom}, ${spanText({ from, until }, times)}`
}

type Declared = { at: string; from: string; until: string }

/** Says when grace begins, unless it began less than a minute from its declaration. */
function declared({ at, from, until }: Declared, times: Times): string {
  const isAtOnce = Math.abs(Date.parse(from) - Date.parse(at)) < minuteMs
  return isAtOnce ? `until ${times.moment(until)}` : spanText({ from, until }, times)
}

function spanText({ from, until }: { from: string; until: string }, times: Times): string {
  return `from ${times.moment(from)} to ${times.moment(until)}`
}
