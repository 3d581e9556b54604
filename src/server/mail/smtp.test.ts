import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MailStandIn, startMailServer } from '../../../stand-ins/smtp.ts'
import { freePort } from '../../../tests/support/free-port.ts'
import { readConfig } from '../config.ts'
import { failureOf, mailServer } from './smtp.ts'

const said = (fields: object, message = '') => Object.assign(new Error(message), fields)

it.each([
  ['nobody listens', said({ code: 'ESOCKET', syscall: 'connect' }), 'unreachable', false],
  ['the name is unknown', said({ code: 'EDNS' }), 'unreachable', false],
  ['it is mute', said({ code: 'ETIMEDOUT' }, 'Greeting never received'), 'unreachable', false],
  [
    'it knows nobody by this password',
    said({ code: 'EAUTH', responseCode: 535 }),
    'unreachable',
    false,
  ],
  ['it goes away', said({ responseCode: 421, command: 'CONN' }), 'unreachable', false],
  ['we may not send', said({ responseCode: 550, command: 'MAIL FROM' }), 'unreachable', false],
  ['it knows no such address', said({ responseCode: 550, command: 'RCPT TO' }), 'refused', false],
  ['it wants the mail later', said({ responseCode: 450, command: 'RCPT TO' }), 'later', false],
  ['it does not like the mail', said({ responseCode: 554, command: 'DATA' }), 'refused', false],
  ['it has no room', said({ responseCode: 452, command: 'DATA' }), 'later', false],
  ['the address is none', said({ code: 'EENVELOPE', command: 'API' }), 'refused', false],
  [
    'it breaks off',
    said({ code: 'ECONNECTION', command: 'CONN' }, 'Connection closed'),
    'later',
    true,
  ],
])('a mail server: %s', (_, error, kind, mayHaveArrived) => {
  expect(failureOf(error)).toMatchObject({ kind, mayHaveArrived })
})

describe('a mail server', () => {
  let server: MailStandIn
  let webPort: number
  beforeEach(async () => {
    webPort = await freePort()
    server = await startMailServer({ webPort })
  })
  afterEach(() => server.close())

  const letterAbout = (subject: string) => ({
    to: 'al1@example.edu',
    subject,
    head: 'Miss',
    lines: ['Counted: nobody.'],
    link: null,
    why: '',
    unsubscribe: null,
  })
  function send({ subject = 'A Miss for tent <A>', patience = 5000 } = {}) {
    const patienceMs = {
      connectionTimeout: patience,
      dnsTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
    }
    const config = { ...readConfig({}), smtpUrl: server.url }
    return mailServer(config, patienceMs)(letterAbout(subject), {
      messageID: '<a@b>',
      at: new Date(0),
    })
  }

  it('that never greets is left after a while', async () => {
    server.faults.isSilent = true
    await expect(send({ patience: 100 })).rejects.toMatchObject({
      kind: 'unreachable',
      mayHaveArrived: false,
    })
    expect(server.caught).toEqual([])
  })

  it('that does not say whether it took a mail is left after a while: the mail may have arrived', async () => {
    server.faults.latencyMs = 60_000
    await expect(send({ patience: 500 })).rejects.toMatchObject({
      kind: 'later',
      mayHaveArrived: true,
    })
    expect(server.caught).toHaveLength(1)
  })

  it('of `npm run dev` lists its mails, newest first, and shows each as a mail program does', async () => {
    await send()
    await send({ subject: 'Corrected' })
    const page = async (path: string) => (await fetch(`http://127.0.0.1:${webPort}${path}`)).text()
    const listed = await page('/')
    expect(listed.match(/<li>.*?<\/li>/g)).toEqual([
      '<li><a href="/1">Corrected</a> to al1@example.edu</li>',
      '<li><a href="/0">A Miss for tent &lt;A></a> to al1@example.edu</li>',
    ])
    expect(await page('/0')).toContain('Counted: nobody.')
  })
})

it('what a server says is not repeated: it may name people', () => {
  const words = '550 5.1.1 <al1@example.edu>: no such user'
  const failure = failureOf(said({ responseCode: 550, command: 'RCPT TO', response: words }, words))
  expect(failure.message).toBe('The mail server answered 550 to RCPT TO.')
})
