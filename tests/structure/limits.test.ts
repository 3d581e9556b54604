import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { usualBounds } from '../../src/server/accounts/attempt-turns.ts'
import { cookiesAtMost, devicesAtMost } from '../../src/server/accounts/known-device.ts'
import {
  campusLimit,
  changeLimit,
  confirmationLimit,
  fasterAtFirst,
  forgottenLimit,
  heldForAtMostMs,
  mailedLimit,
  netIDLimit,
  readingsLimit,
  recipientLimit,
  registrationLimit,
  resetLinkLimit,
  resetMailboxLimit,
  shiftsLimit,
  signInLimit,
} from '../../src/server/accounts/limit-table.ts'
import {
  lookedUpAtOnce,
  sessionLastsMs,
  sessionsAtMost,
} from '../../src/server/accounts/sessions.ts'
import { filesWaitingAtMost as inLineAtMost } from '../../src/server/bounded-line.ts'
import { leastFreeBytes } from '../../src/server/db/embedded-folder.ts'
import { daysKept, hoursKept } from '../../src/server/db/hourly-backup.ts'
import { streamsAtMost } from '../../src/server/documents/serve.ts'
import { piecesAtMost } from '../../src/server/http/body-pieces.ts'
import { headerBytesAtMost, headersArriveMs, headersAtMost } from '../../src/server/http/errors.ts'
import { connectionsAtMost } from '../../src/server/http/open-connections.ts'
import {
  pipedAtMost,
  publicBodiesAtMost,
  publicBodyArrivesMs,
  requestArrivesMs,
  requestsAtMost,
  requestsOfPersonAtMost,
} from '../../src/server/http/open-requests.ts'
import { leastTaken } from '../../src/server/http/untaken-answers.ts'
import { uploadsAtMost } from '../../src/server/http/uploads.ts'
import { workAtMost } from '../../src/server/http/work-turns.ts'
import {
  connectBytesAtMost,
  packetAtMost,
  packetsInPostAtMost,
  saysAtMost,
  socketsAtMost,
  urlLengthAtMost,
  waitingAtMost,
} from '../../src/server/live/limits.ts'
import { triedForMs } from '../../src/server/mail/send.ts'
import { othersListedAtMost, toDoListedAtMost } from '../../src/server/notices/store.ts'
import { lateMs } from '../../src/server/notices/worker.ts'
import { answersWithinMs as readyWithinMs } from '../../src/server/operations/in-time.ts'
import { tokensAtMost } from '../../src/server/programs/routes.ts'
import { answersWithinMs, atOnce } from '../../src/server/push/client.ts'
import { pushServices } from '../../src/server/push/service.ts'
import { sentLatelyMs } from '../../src/server/roster-sync/pull.ts'
import { plansOfTentAtMost, plansWaitingAtMost } from '../../src/server/shifts/first-plan.ts'
import { actsKept } from '../../src/server/shifts/log/store.ts'
import {
  lateMarksAtMost,
  lateMarksOfOneAtMost,
} from '../../src/server/tent-check/ledger/commands/mark.ts'
import { textAtMost } from '../../src/server/tents/roster-row.ts'
import { api } from '../../src/shared/api.ts'
import { documentBytesAtMost } from '../../src/shared/documents/contract.ts'
import { dayMs, minuteMs } from '../../src/shared/durations.ts'
import { bodyBytesAtMost, type Endpoint } from '../../src/shared/endpoint.ts'
import { closerWords, refusals } from '../../src/shared/refusals.ts'
import { peopleAtMost } from '../../src/shared/shifts/problem.ts'
import { excludedInAllAtMost, reopenWithinMs } from '../../src/shared/tent-check/limits.ts'

const security = readFileSync('docs/security.md', 'utf8')
const operations = readFileSync('docs/operations.md', 'utf8')
const count = (number: number) => number.toLocaleString('en-US')
const kB = (bytes: number) => `${bytes / 1024} KB`
const mB = (bytes: number) => `${bytes / 2 ** 20} MB`
const seconds = (ms: number | null) => Number(ms) / 1000
const { visitors, lineMonitors } = packetAtMost
const ofPair = signInLimit('', '')
const ofNetID = netIDLimit('')
const registering = registrationLimit('')
const forgetting = forgottenLimit('')
const { correctTent, fileDispute, answerDispute, login } = api
const lengthOf = (text: object) => count(Number(Reflect.get(text, 'maxLength')))
const longer = Object.values<Endpoint>(api).filter(({ bodyBytes }) => bodyBytes !== undefined)

// What a limit does is tried by the tests that its sentence names, some of them with a smaller one.
it.each([
  `the body of a call has ${kB(bodyBytesAtMost(login))} at most, of one that asks for a role ${mB(bodyBytesAtMost(correctTent))}, and of others that say so in their contracts ${new Intl.ListFormat('en-GB').format(longer.map(bodyBytesAtMost).map(kB))};`,
  `in more than ${piecesAtMost.ofAny} pieces, and one for each ${piecesAtMost.bytesOfEach} bytes that came,`,
  `${count(requestsAtMost)} requests open at once, ${count(streamsAtMost)} documents on their way out and ${uploadsAtMost.ofOthers} uploads coming in, with ${uploadsAtMost.ofRoles} more of line monitors and super users`,
  `have ${count(requestsAtMost)} places of their own`,
  `${requestsOfPersonAtMost} as a person and half of all from one address`,
  `where one address has more than ${count(publicBodiesAtMost)} of them`,
  `${lookedUpAtOnce} at a time are looked up by one query`,
  `more than ${pipedAtMost} requests wait for their answers`,
  `worked on ${workAtMost.atOnce} at once, and ${workAtMost.ofOne} of one person;`,
  `${count(connectionsAtMost)} connections of one address`,
  `one at a time with ${inLineAtMost} waiting`,
  `in lines of their own, ${inLineAtMost} at most of files and ${plansWaitingAtMost} of plans, one of each person and ${plansOfTentAtMost} of each tent`,
  `changes the shifts of tents ${shiftsLimit('').most} times an hour at most and has ${readingsLimit('').most} files of times read, then 429, and of a tent's log the newest ${actsKept} are kept of what it did itself, and as many of what super users helped with`,
  `256 random bits, good for ${sessionLastsMs / dayMs} days,`,
  `A person has at most ${sessionsAtMost} sessions:`,
  `After ${ofPair.most} attempts in ${ofPair.windowMs / minuteMs} minutes for one netID from one address this pair is slowed to one in ${seconds(ofPair.slowedToMs)} seconds`,
  `after ${ofNetID.most} for one netID from everywhere, this netID to ${1 / seconds(ofNetID.slowedToMs)} a second`,
  `in a row of their own then, of ${fasterAtFirst / seconds(ofNetID.slowedToMs)} a second`,
  `they count as ${devicesAtMost} devices`,
  `A browser keeps those of ${cookiesAtMost} netIDs`,
  `**Nobody is slowed for more than ${seconds(heldForAtMostMs)} seconds.**`,
  `over ${resetLinkLimit('').most} an hour for a netID nothing is mailed, nor over ${resetMailboxLimit('').most} to one mailbox by addresses with a \`+\`; over ${forgetting.most} from an address they are slowed to one in ${seconds(forgetting.slowedToMs)} seconds`,
  `password and e-mail ${changeLimit('email', '').most} times an hour each for a person`,
  `in an hour a person asks for ${confirmationLimit('').most} links that confirm their netID, and reports ${changeLimit('stranger', '').most} accounts as strangers, then 429`,
  `Registrations over ${registering.most} an hour from an address are slowed to one in ${seconds(registering.slowedToMs)} seconds, with the same ${seconds(heldForAtMostMs)} seconds at most`,
  `over ${count(campusLimit('').most)} an hour from an address that sign nobody in, to ${1 / seconds(campusLimit('').slowedToMs)} a second`,
  `one address, whatever follows a \`+\` in it, is mailed ${mailedLimit('', '').most} links an hour that confirm it for one person and ${recipientLimit('').most} in all, then 429`,
  `${atOnce} go out to each at once, and each may take ${answersWithinMs / 1000} seconds`,
  `Each of the ${pushServices.length - 1} push services of browsers has a line of its own`,
  `has ${publicBodyArrivesMs / 1000} s to arrive`,
  `once less than ${kB(leastTaken.bytes)} of it were taken in within a minute`,
  `headers ${kB(headerBytesAtMost)} and ${headersAtMost} of them`,
  `within ${seconds(headersArriveMs)} s, requests within ${requestArrivesMs / minuteMs} minutes`,
  `marks that come after their check, ${lateMarksAtMost} of a tent and outcome are kept, and ${count(lateMarksOfOneAtMost)} in all`,
  `excludes ${count(excludedInAllAtMost)} names at most`,
  `uploads ${mB(documentBytesAtMost)} `,
  `${socketsAtMost.person} open pages for a person `,
  `${count(socketsAtMost.address)} connections for an address, whether`,
  `and ${count(socketsAtMost.inAll)} in all: with one more`,
  `${saysAtMost.packets} packets in 10 s from a page`,
  `A CONNECT has at most ${kB(connectBytesAtMost)},`,
  `A packet or a POST has at most ${kB(visitors.bytes)} in ${visitors.pieces} pieces;`,
  `while that holds, ${mB(lineMonitors.bytes)},`,
  `count towards ${saysAtMost.packets} in 10 s`,
  `towards ${kB(saysAtMost.largestPackets * visitors.bytes)}, or a line monitor's ${mB(saysAtMost.largestPackets * lineMonitors.bytes)}`,
  `a POST has at most ${packetsInPostAtMost},`,
  `The address of a request has at most ${count(urlLengthAtMost)} characters`,
  `at most ${waitingAtMost.bytes / 1e6} million characters on each and ${waitingAtMost.ms / 1000} s old`,
  `have at most ${textAtMost.order} characters, captains, members, netIDs and who was there ${count(textAtMost.members)}.`,
  `In each there are ${count(usualBounds.inAll)} places`,
  `${count(usualBounds.ofAddress)} of one address at most, and ${usualBounds.ofAccount} in the line of one account`,
  `A dispute has ${lengthOf(fileDispute.body.properties.text)} characters at most, its answer and the reason of a correction ${lengthOf(answerDispute.body.properties.text)}`,
  `the reason of a correction ${lengthOf(correctTent.body.properties.reason)}`,
])('docs/security.md says what the code does: %s', (said) => {
  expect(security).toContain(said)
})

it.each([
  `The newest ${hoursKept} are kept, and the first of each day (UTC) for ${daysKept} days.`,
  `less than ${mB(leastFreeBytes)} free, or for a backup less than that and its own size`,
  `200 if the database answered within ${seconds(readyWithinMs)} seconds, else 503`,
  `at most ${count(toDoListedAtMost)} that need somebody's work`,
  `at most ${count(othersListedAtMost)} others`,
  `each mail is tried for ${triedForMs / dayMs} days`,
  `delayed for ${lateMs / minuteMs} minutes, super users are notified`,
  `by more than ${seconds(sentLatelyMs)} seconds: a pull by the server that is ahead`,
])('docs/operations.md says what the code does: %s', (said) => {
  expect(operations).toContain(said)
})

it('who goes on with a check too late is told the minutes that the code has', () => {
  expect(closerWords.reopenTooLate).toContain(`more than ${reopenWithinMs / 60_000} minutes.`)
})

it.each([
  ['fileTooLarge', mB(documentBytesAtMost)],
  ['tooManyToPlan', count(peopleAtMost)],
  ['tokensAtMost', count(tokensAtMost)],
] as const)('the refusal %s names the number that the code has: %s', (code, number) => {
  expect(refusals[code][1]).toMatch(new RegExp(`\\b${number}\\b`))
})
