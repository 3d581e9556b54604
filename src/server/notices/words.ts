import { capital } from '../../shared/capital.ts'
import type {
  RecordedCheck,
  StandingOutcome,
  TentRecord,
} from '../../shared/check-history/contract.ts'
import { excludedText } from '../../shared/check-history/excluded.ts'
import { nextMissText } from '../../shared/check-history/next-miss.ts'
import { counted } from '../../shared/counted.ts'
import { momentText } from '../../shared/date-text.ts'
import { disputableUntil } from '../../shared/disputes/until.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { tentInSentence } from '../../shared/tents/label.ts'
import type { Letter } from '../mail/letter.ts'
import { type CheckState, requiredIn } from '../tent-check/ledger/check-state.ts'

/** `tent A, Ants`. */
export function tentText(tent: { order: string; name: string }): string {
  return `tent ${tentInSentence(tent)}`
}

/**
 * What a person is told; `round`: how many notices of this check and tent they got before;
 * `isDisputed`: the tent has disputed its Miss in this check, which it may do once.
 */
type Told = { outcome: StandingOutcome; round: number; isDisputed: boolean }

const standsAs: Record<StandingOutcome, string> = {
  miss: 'has a Miss',
  make: 'has a Make now',
  none: 'has no mark now',
}

/** The first that a person is told is a Miss, so the next is of that Miss; a later one may not be. */
const afterMiss: Record<StandingOutcome, { about: string; head: string } | null> = {
  miss: null,
  make: { about: 'has a Make in place of the Miss', head: 'Your Miss is now a Make' },
  none: { about: 'no longer has a Miss', head: 'Your Miss was taken away' },
}
const firstWords = ({ outcome, round }: Told) => (round === 1 ? afterMiss[outcome] : null)

/**
 * A notice in a sentence or two, for a person who tells it by hand. `rules`: those in force at the
 * check's start; `toldAt`: when it can be told at the earliest.
 */
export function aboutText(
  tent: { order: string; name: string },
  notice: Told,
  check: CheckState,
  rules: SeasonRules,
  toldAt: Date,
): string {
  const when = momentText(check.startedAt, rules.timeZone)
  const { outcome } = notice
  const stands = firstWords(notice)?.about ?? standsAs[outcome]
  const what = `Your ${tentText(tent)} ${stands} in the check of ${when}.`
  const until = untilText(notice, check, rules, toldAt)
  return until === null ? what : `${what} You can dispute it on your profile until ${until}.`
}

/** The facts of a mail about a tent in a check. `line`: as a member of the tent may see it. */
export type TentFacts = Told & {
  tent: { order: string; name: string }
  check: CheckState
  checkedId: string
  line: Pick<
    RecordedCheck,
    'marked' | 'at' | 'present' | 'excluded' | 'corrections' | 'isCorrected' | 'cancelled'
  >
  standing: TentRecord['standing']
  /** The current rules, and those in force at the check's start. */
  rules: SeasonRules
  rulesThen: SeasonRules
  now: Date
}

/** The mail about a shift; `about`: what it says. */
export function reminderLetter(about: string): Pick<Letter, 'subject' | 'head' | 'lines' | 'why'> {
  const why =
    'You get this because your tent plans shifts. You can turn these mails off on your profile.'
  return { subject: about, head: 'Shifts', lines: [about], why }
}

/** The mail to a tent's member: first the fact, then the rule, then what can be done. */
export function tentLetter(facts: TentFacts): Pick<Letter, 'subject' | 'head' | 'lines'> {
  const { tent, outcome, check, line, rules } = facts
  const when = momentText(line.at ?? check.startedAt, rules.timeZone)
  const lines = [
    `${capital(tentText(tent))}, ${when}.`,
    ...correctionLines(facts),
    ...(outcome === 'none' ? [] : [requiredText(facts), countedText(line)]),
    ...(line.cancelled === true && outcome === 'miss'
      ? ['The check was cancelled, but its Misses still count.']
      : []),
    missesText(facts),
    disputeText(facts),
  ]
  return { ...heads(facts), lines: lines.filter((text) => text !== '') }
}

function heads(facts: TentFacts): Pick<Letter, 'subject' | 'head'> {
  const { outcome, tent } = facts
  return {
    subject: `${outcome === 'miss' ? 'A Miss for' : 'Corrected:'} ${tentText(tent)}`,
    head: firstWords(facts)?.head ?? `Your tent ${standsAs[outcome]}`,
  }
}

function correctionLines({ line }: TentFacts): string[] {
  const last = line.corrections.at(-1)
  if (last === undefined || !line.isCorrected) return []
  return [`It was corrected after the check.${last.reason === '' ? '' : ` Why: ${last.reason}`}`]
}

/** How many members were required, and by which rule. */
function requiredText({ check, checkedId, rulesThen }: TentFacts): string {
  const required = requiredIn(check, checkedId)
  if (required === null || check.rules === null) return ''
  const { period, clock } = check.rules
  const byPeriod = rulesThen.periods.find(({ name }) => name === period)?.[clock]
  const whose = byPeriod === required ? `in ${period}` : 'by your tent’s own number'
  const people = counted(required, 'member')
  return `Required: ${people} by ${clock}, ${whose}.`
}

function countedText({ marked, present, excluded = [] }: TentFacts['line']): string {
  if (marked === 'none') return ''
  if (marked === 'miss') return 'No count was kept: the mark was a Miss.'
  const said = `Counted: ${present.length === 0 ? 'nobody' : present.join(', ')}.`
  return excluded.length === 0 ? said : `${said} ${excludedText(excluded)} since.`
}

/** The Misses of this period, and what the next one leads to. */
function missesText({ outcome, check, standing }: TentFacts): string {
  const { period, misses, allowed } = standing
  if (period === null) return ''
  const itsPeriod = check.rules?.period ?? period
  const other = outcome === 'miss' && itsPeriod !== period ? `This Miss is of ${itsPeriod}. ` : ''
  return `${other}Misses in ${period}: ${misses} of ${allowed} allowed. ${nextMissText(standing)}`
}

function disputeText(facts: TentFacts): string {
  const { check, rules, rulesThen, now } = facts
  const until = untilText(facts, check, { ...rulesThen, timeZone: rules.timeZone }, now)
  return until === null ? '' : `Were you there? You can dispute it until ${until}.`
}

/** Until when a Miss of the check can be disputed; null: there is none, or at `now` not any more. */
function untilText(
  { outcome, isDisputed }: Told,
  { ending, startedAt }: CheckState,
  rules: Pick<SeasonRules, 'disputeHours' | 'timeZone'>,
  now: Date,
): string | null {
  const until = disputableUntil(ending?.at ?? startedAt, rules)
  const canBe = outcome === 'miss' && !isDisputed && now.getTime() <= until
  return canBe ? momentText(until, rules.timeZone) : null
}
