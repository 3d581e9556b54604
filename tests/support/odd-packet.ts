import fc from 'fast-check'
import { clientEvents } from '../../src/shared/events.ts'
import { around, canary, type Familiar, fitting, spelledOut } from './around-schema.ts'
import type { ExactAnswer } from './exact-request.ts'
import { acknowledgement, openRawPolling } from './raw-polling.ts'

/** One packet of Socket.IO as text. `isAnswered`: it asks for an acknowledgement that must come. */
export type OddPacket = { event: string; text: string; isAnswered: boolean }

const ackId = 7

/** What is no packet, or none that a page sends; `spelledOut` makes some of them long. */
export const brokenPackets = [
  '',
  '4',
  '42',
  '42[',
  '42[]',
  '42{}',
  '42null',
  '42[null]',
  '42[{}]',
  '42[7]',
  '42["disconnect"]',
  '42["error","x"]',
  '42["connect"]',
  '42["__proto__",{}]',
  `42["${canary}",1]`,
  '427["toString"]',
  '42-1["excludedNamesUpdated",[]]',
  '4299999999999999999999["excludedNamesUpdated","x"]',
  '427["excludedNamesUpdated","<deep>"]',
  '427["<deep>"]',
  '437[{"ok":true}]',
  '43["x"]',
  '44{"message":"x"}',
  '451-["excludedNamesUpdated",{"_placeholder":true,"num":0}]',
  '459999999-["x"]',
  '46',
  '40',
  '40{"token":"x"}',
  '40/other,',
  '41',
  '49',
  '0{}',
  '2',
  '2probe',
  '3',
  '5',
  '6',
  '9',
  'b',
  'bAAAA',
  '\u001e\u001e\u001e',
  `42["x"]\u001e${'2\u001e'.repeat(2000)}`,
  '42["<over 1 MB>"]',
]

/** What may come where an event is sent. */
export function oddPacket(familiar: Familiar): fc.Arbitrary<OddPacket> {
  const events = Object.entries(clientEvents).map(([event, { args }]) => {
    const known: Familiar = { ...familiar, '': familiar[event] ?? [] }
    const one = (arg: (typeof args)[number]) =>
      fc.oneof({ weight: 2, arbitrary: fitting(arg, known) }, around(arg, known))
    const given = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(...args.map(one)) },
      fc.array(fc.oneof(...args.map(one)), { maxLength: 4 }),
    )
    return given.map((values) => ({
      event,
      text: `42${ackId}${JSON.stringify([event, ...values])}`,
      isAnswered: true,
    }))
  })
  return fc.oneof(
    { weight: 3, arbitrary: fc.oneof(...events) },
    fc
      .oneof(fc.constantFrom(...brokenPackets), fc.string({ unit: 'binary', maxLength: 40 }))
      .map((text) => ({ event: 'broken', text, isAnswered: false })),
  )
}

export type Polling = {
  send: (packet: string) => Promise<ExactAnswer>
  /** Of the event that was sent. */
  acknowledgement: () => Promise<Record<string, unknown>>
  close: () => Promise<void>
}

/** A page that is connected by plain requests, so that it can say anything. */
export async function openPolling(url: string, token: string | undefined): Promise<Polling> {
  const polling = await openRawPolling(url)
  await polling.post(`40${JSON.stringify(token === undefined ? {} : { token })}`)
  await polling.get()
  return {
    send: (packet) => polling.post(spelledOut(packet)),
    acknowledgement: () => acknowledgement(polling, ackId),
    async close() {
      await polling.post('1')
    },
  }
}
