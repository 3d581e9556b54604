import { easternTime } from '../../shared/eastern-time.ts'
import type { AuditEvent } from '../../shared/record/contract.ts'

/** What happened as a sentence without its time and its period. */
export function eventText(event: AuditEvent): string {
  const who = event.by || 'Whoever runs the server'
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
    case 'tentLinkChanged':
      return `${who} ${event.active ? 'opened' : 'closed'} registration, ${
        event.url === '' ? 'without a link' : `its link ${event.url}`
      }`
    case 'documentUploaded':
      return `${who} uploaded the ${event.document}`
    case 'rosterImported':
      return `${who} imported a roster: ${event.added} added, ${event.changed} changed, ${event.retired} retired`
    case 'demoLoaded':
      return `${who} loaded the demo season of ${event.tents} tents`
    case 'signInFailed':
      return `Somebody tried to sign in as ${event.about} with a wrong password`
    case 'sessionsEnded': {
      const sessions = event.sessions === 1 ? '1 session' : `${event.sessions} sessions`
      return event.about === event.netID
        ? `${who} ended ${sessions} of their own`
        : `${who} ended ${sessions} of ${event.about}`
    }
    case 'passwordChanged':
      return event.about === event.netID
        ? `${who} changed their password`
        : `${who} set a new password for ${event.about}`
    case 'dataExported':
      return `${who} downloaded everything kept about ${event.about}`
    case 'markRefused': {
      const { tent, outcome, mark } = event
      const word = { miss: 'a Miss', make: 'a Make' }
      return `${who} marked ${tent} ${word[outcome]}, which did not count: ${mark.by} had marked it ${word[mark.outcome]} (${mark.at})`
    }
    case 'seasonSaved':
      return `${who} saved the rules of the season ${event.name} (version ${event.version})`
    case 'graceDeclared':
      return `${who} declared grace until ${timeOf(event.until)}: ${event.reason}`
    case 'graceEnded':
      return `${who} ended the grace until ${timeOf(event.until)}: ${event.reason}`
    case 'seasonClosed':
      return `${who} closed the season of ${event.tents === 1 ? '1 tent' : `${event.tents} tents`}`
  }
}

function timeOf(instant: string): string {
  return `${easternTime(new Date(instant))} Eastern`
}
