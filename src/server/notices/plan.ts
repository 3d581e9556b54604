import type { StandingOutcome } from '../../shared/check-history/contract.ts'

/** A notice about one tent in one check. `isTold`: it reached the person, or may have. */
export type PlannedNotice = {
  id: string
  netID: string
  outcome: StandingOutcome
  isTold: boolean
}

/** Which notices to add for the tent, and which to remove because they are no longer true. */
export type Plan = {
  remove: string[]
  add: { netID: string; outcome: StandingOutcome; round: number }[]
}

/**
 * Plans the notices for a tent's current outcome: a Miss to everyone of the tent (`people`, by
 * netID) who does not know of it, another outcome to those who were told one that is no longer
 * true. `notices`: those told and waiting, in order for each person; `round`: how many
 * notices of this check and tent the person got before.
 */
export function planOf(
  notices: readonly PlannedNotice[],
  outcome: StandingOutcome,
  people: ReadonlySet<string>,
): Plan {
  const plan: Plan = { remove: [], add: [] }
  const everyone = new Set([...notices.map(({ netID }) => netID), ...people])
  for (const netID of everyone) {
    const theirs = notices.filter((notice) => notice.netID === netID)
    const told = theirs.filter(({ isTold }) => isTold)
    const knows = told.at(-1)?.outcome ?? null
    const isNews = knows === null ? outcome === 'miss' : knows !== outcome
    const wanted = isNews && people.has(netID)
    const waiting = theirs.filter(({ isTold }) => !isTold)
    const fits = wanted ? waiting.find((notice) => notice.outcome === outcome) : undefined
    plan.remove.push(...waiting.flatMap((notice) => (notice === fits ? [] : notice.id)))
    if (wanted && fits === undefined) {
      plan.add.push({ netID, outcome, round: told.length })
    }
  }
  return plan
}
