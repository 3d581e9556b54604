import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantOf, localTimeOf } from '../../src/shared/season/local-time.ts'
import { dayAfter, slotMs } from '../../src/shared/shifts/slots.ts'
import { spanIn } from '../../src/web/shifts/words/spans.ts'
import { type MailStandIn, startMailServer } from '../../stand-ins/smtp.ts'
import { violationsOf } from '../support/axe.ts'
import { closePages, holdBack } from '../support/chromium.ts'
import { putFingerOn } from '../support/finger.ts'
import { freePort } from '../support/free-port.ts'
import {
  addPlan,
  button,
  type ShiftsServer,
  startShiftsServer,
  tentOf,
} from '../support/shifts-server.ts'
import { startCheck } from '../support/start-check.ts'

const timeZone = 'America/New_York'
const today = localTimeOf(Date.now(), timeZone).slice(0, 10)
const night = (place: number) => {
  const [from = '', until = ''] = ['03:00', '06:00'].map((time) =>
    new Date(instantOf(`${dayAfter(today, place)}T${time}`, timeZone)).toISOString(),
  )
  return { from, until }
}
/** On since a quarter of an hour or more, and for so many half hours in all. */
const begun = Math.floor((Date.now() - 15 * 60_000) / slotMs) * slotMs
const onNow = (halfHours: number) => ({
  from: new Date(begun).toISOString(),
  until: new Date(begun + halfHours * slotMs).toISOString(),
})

const swapping = tentOf('t1', {
  nia: 'Nia Ortiz',
  omar: 'Omar Park',
  pia: 'Pia Quinn',
  raj: 'Raj Shah',
})
const watching = tentOf(
  't2',
  { tia: 'Tia Umar', uma: 'Uma Vance', val: 'Val West' },
  { dayNumber: 2, nightNumber: 2 },
)
const reminded = tentOf('t4', { zoe: 'Zoe Abel' })
/** No half hour of the clock: the reminder is due at once. */
const in50Minutes = {
  from: new Date(Date.now() + 50 * 60_000).toISOString(),
  until: new Date(Date.now() + 170 * 60_000).toISOString(),
}
let mails: MailStandIn
let server: ShiftsServer

beforeAll(async () => {
  mails = await startMailServer()
  const port = `${await freePort()}`
  const env = { SMTP_URL: mails.url, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
  const tents = [swapping, watching, reminded]
  server = await startShiftsServer(tents, env, async (tx) => {
    await addPlan(tx, swapping, [
      { netID: 'nia', ...night(1) },
      { netID: 'omar', ...night(1) },
      { netID: 'nia', ...night(3) },
      { netID: 'pia', ...night(4) },
    ])
    await addPlan(tx, watching, [
      // Who ends first is named first.
      { netID: 'uma', ...onNow(7) },
      { netID: 'val', ...onNow(8) },
    ])
    await addPlan(tx, reminded, [{ netID: 'zoe', ...in50Minutes }])
  })
  await server.mustShow(1, 2)
})
afterAll(async () => {
  await closePages()
  await server.close()
  await mails.close()
})

const picture = (netID: string, { id }: { id: string }) =>
  server.as(netID).call('getShifts', undefined, { params: { tentId: id } })

describe('a swap', () => {
  const [first = '', later, mine] = [night(1), night(4), night(3)].map((span) =>
    spanIn(timeZone, span),
  )
  const offer = (page: Page, by: string) =>
    page.getByRole('listitem').filter({ hasText: `${by} gives ${first} away` })
  const params = { tentId: swapping.id }
  let nia: Page

  beforeAll(async () => {
    nia = await server.open('nia', '/shifts#swaps')
  })
  afterAll(closePages)

  /** Who has the shift of this night, by the server. */
  async function ownersOf(place: number): Promise<string[]> {
    const { plan, people } = await picture('nia', swapping)
    const held = plan.shifts.filter(({ from }) => from === night(place).from)
    return people
      .filter(({ id }) => held.some((one) => one.memberId === id))
      .map(({ name }) => name)
  }

  const offers = async () => (await picture('nia', swapping)).swaps.map(({ state }) => state)

  it('is refused in a sentence once it cannot be any more, and is another’s by one tap', {
    timeout: 120_000,
  }, async () => {
    const { plan, people } = await picture('nia', swapping)
    const [, omarId] = people.map(({ id }) => id)
    expect(await ownersOf(1)).toEqual(['Nia Ortiz', 'Omar Park'])
    await button(nia, `Give away or exchange ${first}`).click()
    await nia.getByRole('button', { name: 'Give away', exact: true }).click()
    await nia.getByText('Offered. Everyone who can take it sees it now.').waitFor()
    expect(await violationsOf(nia)).toEqual([])
    const omars = plan.shifts.find(({ memberId }) => memberId === omarId)?.id ?? ''
    const given = { kind: 'give', shiftId: omars } as const
    const { id: swapId } = await server.as('omar').call('offerSwap', given, { params })

    // Pia's screen still offers the shift, but she has taken the other one of that night: with both
    // hers, her tent would be one person short.
    const pia = await server.open('pia', '/shifts#swaps')
    const take = offer(pia, 'Nia Ortiz').getByRole('button', { name: 'Take it' })
    await take.waitFor()
    const seesIt = await holdBack(pia, `**/api/tents/${swapping.id}/shifts?*`)
    await server.as('pia').call('takeSwap', undefined, { params: { ...params, swapId } })
    await take.click()
    await pia.getByText(/^This would leave .*3:00 AM one person short/).waitFor()
    expect(await ownersOf(1)).toEqual(['Nia Ortiz', 'Pia Quinn'])
    expect(await offers()).toEqual(['open'])
    expect(await take.count()).toBe(1)
    seesIt()
    await take.waitFor({ state: 'detached' })
    await offer(pia, 'Nia Ortiz').waitFor()

    const raj = await server.open('raj', '/shifts#swaps')
    await offer(raj, 'Nia Ortiz').getByRole('button', { name: 'Take it' }).click()
    await offer(raj, 'Nia Ortiz').waitFor({ state: 'detached' })
    expect(await raj.getByText('It is yours.').isVisible()).toBe(true)
    expect(await ownersOf(1)).toEqual(['Pia Quinn', 'Raj Shah'])
    const next = raj.getByRole('region', { name: 'Your next shift' })
    await next.getByText(first, { exact: false }).waitFor()
  })

  it('of two shifts changes both by one tap', { timeout: 120_000 }, async () => {
    await button(nia, `Give away or exchange ${mine}`).click()
    await nia.getByLabel('Exchange it for').selectOption(`Pia Quinn: ${later}`)
    await button(nia, 'Offer the exchange').click()
    await expect.poll(offers).toEqual(['open'])
    const pia = await server.open('pia', '/shifts#swaps')
    await pia.getByText(`Nia Ortiz offers you ${mine} for ${later}.`).waitFor()
    await pia.getByRole('button', { name: 'Exchange', exact: true }).click()
    await pia.getByText('Agreed: the plan is changed.').waitFor()
    expect([await ownersOf(3), await ownersOf(4)]).toEqual([['Pia Quinn'], ['Nia Ortiz']])
  })
})

describe('a shift that begins soon', () => {
  it('is told of once, and is there on the phone with "I’m here"', {
    timeout: 120_000,
  }, async () => {
    const told = () => mails.caught.filter(({ to }) => to.startsWith('zoe@'))
    await expect.poll(() => told().length).toBe(1)
    const { subject, text } = told()[0] ?? { subject: '', text: '' }
    expect(subject).toMatch(/^Your shift: /)
    const [link = ''] = text.match(/http\S+\/profile/) ?? []
    const page = await server.open('zoe', new URL(link).pathname)
    const next = page.getByRole('region', { name: 'Your next shift' })
    await next.getByText(/^in (4\d|50) min$/).waitFor()
    await (await putFingerOn(page)).tap(button(page, 'I’m here'))
    await next.getByText('Your tent sees that you are there.').waitFor()
    expect(told()).toHaveLength(1)
  })
})

describe('a shift that is on', () => {
  it('tells the others who is not there yet, and who is; beside a check it says so', {
    timeout: 120_000,
  }, async () => {
    const subjects = (netID: string) =>
      mails.caught
        .flatMap(({ to, subject }) =>
          to.startsWith(`${netID}@`) ? (subject.split('.')[0] ?? '') : [],
        )
        .sort()
    await expect.poll(() => subjects('uma')).toEqual(['Val West is not there yet'])
    await expect
      .poll(() => subjects('tia'))
      .toEqual(['Uma Vance is not there yet', 'Val West is not there yet'])

    const uma = await server.open('uma')
    await uma.getByText('You are on shift').waitFor()
    await uma.getByText('on shift now: Uma Vance, Val West').waitFor()
    await (await putFingerOn(uma)).tap(button(uma, 'I’m here'))
    await uma.getByText('Your tent sees that you are there.').waitFor()
    await uma.getByText(/Here since/).waitFor()
    const { atThisMoment, people } = await picture('val', watching)
    const here = atThisMoment.shifts.filter(({ arrivedAt }) => arrivedAt !== null)
    const nameOf = (memberId: string | null) => people.find(({ id }) => id === memberId)?.name
    expect(here.map(({ memberId }) => nameOf(memberId))).toEqual(['Uma Vance'])
    expect([atThisMoment.required, atThisMoment.checkIsOn]).toEqual([2, false])

    const val = await server.open('val')
    await val.getByText('on shift now: Uma Vance (here), Val West').waitFor()
    await val.getByText('2 of 2', { exact: true }).waitFor()

    await startCheck(server.as('boss'), [watching.id])
    await val.reload()
    await val.getByText('on shift now, and a check is on: Uma Vance (here), Val West').waitFor()
  })
})
