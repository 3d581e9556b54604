import { minuteMs } from '../../shared/durations.ts'
import { easternTime } from '../../shared/eastern-time.ts'
import { texts } from '../../shared/messages.ts'
import { randomOf } from '../random.ts'
import { orderAndName, type RosterRow } from './roster-row.ts'

type Random = () => number
type Person = { name: string; netID: string }

const seed = 1986
const tentCount = 130
const memberCount = 1560
const emptyTentIndex = 117

const firstNames =
  `Aaliyah Aarav Abigail Adaeze Aidan Alejandra Amara Amélie Anders Anna-Lena Antonio Anya Ari Asha
  Beatriz Ben Björn Brooke Caleb Camille Carlos Chiara Chloë Chukwuemeka Connor D’Andre Daniela
  Declan Diego Dmitri Eleanor Elif Elijah Emre Esmé Ethan Fatima Felix Fernanda Finn François
  Gabriela Grace Greta Hamza Hana Haruki Hector Henry Imani Inés Isaac Ivy Jack Jamal Jasmine
  Jean-Luc Jing Joaquín João Jonah Josephine Kai Kavya Keisha Kwame Lars Layla Leah Léo Liam Lin
  Lucía Luka Maeve Malik Margaret Mateo Maya Mei Mikael Min-jun Mohammed Nadia Naomi Nia Nikhil
  Noah Nora Olivia Omar Oscar Øyvind Paige Pedro Priya Quinn Rachel Rafael Renée Rhys Rohan Rosa
  Ryan Sade Sakura Samuel Sara Sean Seo-yeon Siân Sienna Sofía Soren Tariq Teagan Thandiwe Theo
  Tomás Uma Valentina Vikram Wei William Xavier Ximena Yara Yusuf Zachary Zainab Zoë Žofia`
    .split(/\s+/)
    .map((name) => name.normalize('NFC'))

const lastNames =
  `Abara Adeyemi Ahmed Álvarez Anderson Appiah Bailey Banerjee Bauer Bennett Bianchi Brooks Castillo
  Chen Cho Clarke Cohen Cruz D’Angelo Dąbrowski Davis Diaz Dubois Edwards El-Amin Evans Fernández
  Fischer Fitzgerald Flores Foster Gallagher García Garcia-Lopez Goldberg González Gray Greene
  Gupta Haddad Hall Hansen Hayes Hernández Hoffman Huang Hughes Ibrahim Ito Jackson Jensen Johnson
  Jones Kaplan Kelly Khan Kim Kowalski Kumar Larsson Lee Li Lindqvist López MacLeod Martin Mbeki
  McCarthy Mehta Meyer Mitchell Morales Müller Murphy Nakamura Nguyen Novák Núñez O’Brien O’Connor
  O’Neil Oduya Okafor Olsen Ortega Owusu Park Patel Perez Peterson Pham Quiroga Ramirez Reid Reyes
  Rivera Robinson Rossi Sanders Santos Sato Schmidt Shah Silva Singh Smith Smith-Jones Søndergaard
  Stewart Suárez Sullivan Takahashi Tan Taylor Thompson Torres Tran Turner Ueda Vargas Vasquez
  Walker Wang Washington Weiß Williams Wilson Wong Wright Yamamoto Yang Yılmaz Young Zhang Zhou`
    .split(/\s+/)
    .map((name) => name.normalize('NFC'))

const suffixes = ['Jr.', 'II', 'III', 'IV']

const tentNameStarts = [
  'Frozen',
  'Sleepless',
  'Midnight',
  'Rowdy',
  'Cardboard',
  'Windproof',
  'Muddy',
  'Leaky',
  'Caffeinated',
  'Last-Minute',
  'Grandma’s',
  'Unshowered',
  'Two-Layer',
]
const tentNameEnds = [
  'Free Throws',
  'Rebounders',
  'Tarp Dwellers',
  'Buzzer Beaters',
  'Air Balls',
  'Sixth Men',
  'Zone Defense',
  'Tip-Offs',
  'Bench Warmers',
  'Full-Court Press',
]
/** Names that need quotes in a roster file, by their tent's index. */
const awkwardTentNames = new Map([
  [5, 'Tent, Sweet Tent'],
  [25, 'The “Air Ball!” Annex'],
  [45, 'Home of the "Sixth" Man'],
])

const monitors = ['Sam', 'Renée', 'Marcus', 'Ji-woo', 'Tess']
const firstCheckAt = Date.parse('2026-01-19T03:04:00Z')

/**
 * The demo season: 130 tents and 1,560 members, always the same, as a roster without ids. It is as
 * irregular as real ones: letters, numbers, mixed orders and a Greek letter, many kinds of names,
 * people with the same name, a tent without members. Specification 2, the figures on /history.
 */
export function demoSeason(): RosterRow[] {
  const random = randomOf(seed)
  const tentNames = shuffled(
    tentNameStarts.flatMap((start) => tentNameEnds.map((end) => `${start} ${end}`)),
    random,
  )
  const people = makePeople(random)
  const sizes = groupSizes(random)
  let next = 0
  return demoOrders().map((tent, index) => {
    const size = sizes[index] ?? 0
    const members = people.slice(next, next + size)
    next += size
    const name = awkwardTentNames.get(index) ?? tentNames[index] ?? ''
    return tentOf({ ...tent, name, members }, random)
  })
}

/** Is each of these tents one of the demo season, by order and name? */
export function areDemoTents(tents: readonly { order: string; name: string }[]): boolean {
  const ofDemo = new Set(demoSeason().map(orderAndName))
  return tents.every((tent) => ofDemo.has(orderAndName(tent)))
}

function demoOrders(): { order: string; type: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  // A Greek capital Mu, which looks like a Latin M.
  const black = [...letters, '\u039c', ...letters.slice(0, 13).map((letter) => letter + letter)]
  const numbers = Array.from({ length: 83 }, (_, index) => String(index + 1))
  const mixed = ['12A', '12B', '40b', 'X-7', 'X-10', 'F1', 'F12']
  return [
    ...black.map((order) => ({ order, type: 'Black' })),
    ...numbers.slice(0, 40).map((order) => ({ order, type: 'Blue' })),
    ...numbers.slice(40, 60).map((order) => ({ order, type: 'White' })),
    ...[...numbers.slice(60), ...mixed].map((order) => ({ order, type: 'Flex' })),
  ]
}

/** 10 to 14 people each, 1,560 in all, and one tent without any. */
function groupSizes(random: Random): number[] {
  const usual = 12
  const filled = tentCount - 1
  const larger = memberCount - usual * filled
  const sizes = Array<number>(larger).fill(usual + 1)
  while (sizes.length + 1 < filled) {
    const more = Math.floor(random() * 3)
    sizes.push(usual + more, usual - more)
  }
  if (sizes.length < filled) sizes.push(usual)
  return shuffled(sizes, random).toSpliced(emptyTentIndex, 0, 0)
}

function makePeople(random: Random): Person[] {
  const names = new Set<string>()
  while (names.size < memberCount) {
    const suffix = random() < 0.03 ? ` ${pick(suffixes, random)}` : ''
    names.add(`${pick(firstNames, random)} ${pick(lastNames, random)}${suffix}`)
  }
  const list = [...names]
  // Two people with the same name, in one tent and in different tents.
  list[1] = list[0] ?? ''
  list[1000] = list[20] ?? ''
  list[1400] = list[300] ?? ''
  const netIDs = new Set<string>()
  return list.map((name) => {
    const netID = freshNetID(name, netIDs, random)
    netIDs.add(netID)
    return { name, netID }
  })
}

function freshNetID(name: string, taken: ReadonlySet<string>, random: Random): string {
  const initials = name
    .split(/[ -]/)
    .map((part) =>
      part
        .normalize('NFD')
        .replace(/[^A-Za-z]/g, '')
        .charAt(0)
        .toLowerCase(),
    )
    .join('')
    .slice(0, 3)
  for (;;) {
    const netID = `${initials}${1 + Math.floor(random() * 999)}`
    if (!taken.has(netID)) return netID
  }
}

function tentOf(
  tent: { order: string; type: string; name: string; members: readonly Person[] },
  random: Random,
): RosterRow {
  const names = tent.members.map((person) => person.name)
  const captainName = names.length === 0 ? '' : pick(names, random)
  const misses = random() < 0.15 ? 1 + Math.floor(random() * 2) : 0
  const wasChecked = random() < 0.6
  const present = names.filter(() => random() < 0.5)
  return {
    id: null,
    order: tent.order,
    name: tent.name,
    type: tent.type,
    captain: tent.members.find(({ name }) => name === captainName)?.netID ?? '',
    captainName,
    members: names.join(', '),
    netIDs: tent.members.map((person) => person.netID).join(', '),
    ...requiredNumbers(tent.type, random),
    numberOfMisses: misses,
    lastCheck: wasChecked ? present.join(', ') || texts.noMembersSelected : '',
    dateOfLastCheck: wasChecked ? checkTime(random) : '',
    lastMissLM: misses > 0 ? pick(monitors, random) : '',
    dateOfLastMiss: misses > 0 ? checkTime(random) : '',
  }
}

function requiredNumbers(
  type: string,
  random: Random,
): { dayNumber: number | null; nightNumber: number | null } {
  const usual =
    type === 'Black' ? { day: 2, night: 10 } : { day: 1, night: type === 'Blue' ? 6 : 2 }
  return {
    dayNumber: random() < 0.2 ? null : usual.day,
    nightNumber: random() < 0.2 ? null : usual.night,
  }
}

function checkTime(random: Random): string {
  const withinTenDays = Math.floor(random() * 10 * 24 * 60)
  return easternTime(new Date(firstCheckAt + withinTenDays * minuteMs))
}

function pick(list: readonly string[], random: Random): string {
  return list[Math.floor(random() * list.length)] ?? ''
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
