import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { community } from '../../shared/community.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../loopback.ts'
import { htmlOf, type Letter, textOf } from './letter.ts'
import type { Notice } from './store.ts'

/** Timeouts in ms: connection, greeting, silence, and in all. */
const patienceMs = {
  connectionTimeout: 10_000,
  dnsTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
}
export const sendAtMostMs = 25_000

/**
 * Why a mail was not sent. `unreachable`: the mail server accepts no mail at the moment. `later`:
 * not this mail now. `refused`: this mail never. The message names no address.
 */
export class MailFailure extends Error {
  readonly kind: 'unreachable' | 'later' | 'refused'
  /** The answer was lost: the mail may have arrived. */
  readonly mayHaveArrived: boolean
  constructor(kind: MailFailure['kind'], words: string, mayHaveArrived = false) {
    super(words)
    this.kind = kind
    this.mayHaveArrived = mayHaveArrived
  }
}

export type SendMail = (letter: Letter, notice: Pick<Notice, 'messageID' | 'at'>) => Promise<void>

/** Hands mails to the mail server; rejects with a `MailFailure`. */
export function mailServer(config: Config & { smtpUrl: string }, patience = patienceMs): SendMail {
  const transport = createTransport({
    url: config.smtpUrl,
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
    // The connection stays on this machine, and a certificate for it would name no host.
    ...(isLoopback(new URL(config.smtpUrl)) ? { tls: { rejectUnauthorized: false } } : {}),
  })
  const from = senderOf(config)
  return async (letter, { messageID, at }) => {
    const sending = transport.sendMail({
      from,
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: textOf(letter),
      html: htmlOf(letter),
      messageId: messageID,
      date: at,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(letter.unsubscribe === null
          ? {}
          : {
              'List-Unsubscribe': `<${letter.unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
      },
    })
    const late = delay(sendAtMostMs, undefined, { ref: false }).then(() => {
      throw new MailFailure('later', 'The mail server took too long.', true)
    })
    await Promise.race([sending, late]).catch((error) => {
      throw failureOf(error)
    })
  }
}

/** An error of nodemailer. */
type Said = { code?: string; command?: string; responseCode?: number; syscall?: string }

/** In our own words, because those of a mail server may contain addresses. */
export function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error
  const { code = '', command = '', responseCode, syscall } = error as Said
  if (code === 'EAUTH') return new MailFailure('unreachable', 'The mail server refused to sign in.')
  if (responseCode !== undefined) {
    const words = `The mail server answered ${responseCode} to ${command || 'the mail'}.`
    // These errors are about the sender or the server, and so about every mail.
    if (command !== 'RCPT TO' && command !== 'DATA') return new MailFailure('unreachable', words)
    return new MailFailure(responseCode >= 500 ? 'refused' : 'later', words)
  }
  const message = error instanceof Error ? error.message : ''
  const isUnanswered = /^(Connection timeout|Greeting never received)/.test(message)
  if (isUnanswered || syscall === 'connect' || ['EDNS', 'ETLS'].includes(code)) {
    return new MailFailure('unreachable', 'The mail server could not be reached.')
  }
  if (command === 'API') return new MailFailure('refused', 'Mail cannot be sent to this address.')
  return new MailFailure('later', 'The connection to the mail server broke off.', true)
}

function senderOf({ mailFrom, publicUrl }: Config): string {
  const { hostname } = new URL(publicUrl ?? 'http://localhost')
  const isName = /[a-z]$/i.test(hostname)
  const from = mailFrom ?? `no-reply@${isName ? hostname : 'localhost'}`
  return from.includes('<') ? from : `${community.name} <${from}>`
}
