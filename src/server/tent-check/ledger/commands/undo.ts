import { closerWords } from '../../../../shared/refusals.ts'
import { tentCheckApi, type UndoBody } from '../../../../shared/tent-check/contract.ts'
import { outcomeOf } from '../check-state.ts'
import type { CommandRules } from '../command.ts'
import { answeredBefore, checkThatIsOn, headOf, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import { type EventOf, storedOf } from '../events.ts'
import { resultOfTakingBack } from '../result.ts'
import { tentIn } from '../state.ts'
import { takingBack } from '../taken-back.ts'

/**
 * Undoes a mark during its check, by the person who made it or a super user. The tent is unmarked
 * again, and its fields get their former values. The same undoId again gets the first answer.
 */
export const undo: CommandRules<UndoBody, { number: number }> = {
  access: tentCheckApi.undoMark.access,
  isDecidedFresh: false,
  needs: ({ id, undoId }) => ({ tents: [id], requests: [undoId] }),
  decide(state, { id, checkId, undoId, number, reason }, by, now) {
    const earlier = answeredBefore(state, undoId, { kinds: ['undone'], by, checkId, tentId: id })
    if (earlier !== null) return earlier
    const check = checkThatIsOn(state, checkId)
    if ('answer' in check) return check
    const found = tentIn(check, state, id)
    const standing = found && check.marks.get(found.checkedId)
    if (found === null || !standing) return refused('notMarked')
    if (number !== undefined && number !== standing.number) return refused('notMarked')
    const isOwn = standing.netID === by.netID
    if (!isOwn && state.people.get(by.netID ?? '')?.isSuperUser !== true) {
      return refused('notYourMark', { text: closerWords.notYourMark(standing.mark.by) })
    }
    const { checkedId, tent } = found
    const from = outcomeOf(check, checkedId)
    const { event: restored, tents } = takingBack(tent, standing, from, 'none')
    const event: EventOf<'undone'> = {
      ...headOf(check.id, check.number + 1, by, now, { requestId: undoId }),
      kind: 'undone',
      mark: storedOf(standing.mark),
      markNumber: standing.number,
      ...(reason === undefined ? {} : { reason }),
      ...restored,
    }
    const results = [resultOfTakingBack(event, tent.id, standing)]
    const effects = { ...noEffects, tents, results }
    return { events: [event], effects, answer: { value: { number: event.number } } }
  },
}
