import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
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

it('a mail server that never greets is left after a while', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const patience = 100
  const send = mailServer(
    { ...readConfig({}), smtpUrl },
    {
      connectionTimeout: patience,
      dnsTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
    },
  )
  const letter = {
    to: 'al1@example.edu',
    subject: 'Miss',
    head: 'Miss',
    lines: [],
    link: null,
    why: '',
    unsubscribe: null,
  }
  const sent = send(letter, { messageID: '<a@b>', at: new Date(0) })
  await expect(sent).rejects.toMatchObject({ kind: 'unreachable', mayHaveArrived: false })
  silent.close()
})

it('what a server says is not repeated: it may name people', () => {
  const words = '550 5.1.1 <al1@example.edu>: no such user'
  const failure = failureOf(said({ responseCode: 550, command: 'RCPT TO', response: words }, words))
  expect(failure.message).toBe('The mail server answered 550 to RCPT TO.')
})
