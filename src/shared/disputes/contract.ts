import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { instant, oneOf, orNull, uuid } from '../schemas.ts'
import { disputeTextAtLeast, disputeTextAtMost } from './limits.ts'

/** A person by first name only, for readers who may not see netIDs. */
const shownPerson = Type.Object({
  netID: orNull(Type.String()),
  name: Type.String(),
})

/** `upheld`: the Miss stands. `vacated`: a correction removes it. */
export const answerOutcome = oneOf(['upheld', 'vacated'])

/**
 * A Miss that a member of the tent disputes. `seasonClosed`: it has no words and no name of who filed
 * it any more, and without an answer it is not waiting for one.
 */
const dispute = Type.Object({
  id: Type.String(),
  checkId: Type.String(),
  tentId: Type.String(),
  order: Type.String(),
  at: instant,
  by: shownPerson,
  text: Type.String(),
  answer: orNull(
    Type.Object({
      outcome: answerOutcome,
      text: Type.String(),
      by: shownPerson,
      at: instant,
    }),
  ),
  seasonClosed: Type.Optional(Type.Literal(true)),
})
export type Dispute = Static<typeof dispute>

const answerBody = Type.Object({
  outcome: answerOutcome,
  text: Type.String({ minLength: 1, maxLength: 500 }),
})
export type AnswerBody = Static<typeof answerBody>

export const disputesApi = {
  /**
   * By a member of the tent (else 403 `noTentOfYours`): where netIDs are not proven, somebody whose
   * netID is in its netIDs; where they are, by confirmed people only (403 `notConfirmed`). About a
   * standing Miss in a check that is over (409 `nothingToDispute`), within the season's disputeHours
   * after its end (409 `tooLate`), once per tent and check (409 `disputedAlready`). `tentId`: the tent
   * that is meant, by any id that it ever had; left out: whichever of one's tents has such a Miss.
   * 503 `checkUnreadable`.
   */
  fileDispute: endpoint({
    method: 'POST',
    path: '/api/disputes',
    access: 'signedIn',
    // A character that is escaped in JSON takes up to 12 bytes.
    bodyBytes: 32_768,
    body: Type.Object({
      checkId: Type.String({ minLength: 1, maxLength: 200 }),
      tentId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      text: Type.String({ minLength: disputeTextAtLeast, maxLength: disputeTextAtMost }),
    }),
    response: Type.Object({ ok: Type.Literal(true), id: Type.String() }),
  }),
  /**
   * Those of one's tents, for super users all: open ones first, then the newest. `leftTents`: one's
   * tents that have left the roster, if any, whose records one still reads; no list of tents has them.
   */
  listDisputes: endpoint({
    method: 'GET',
    path: '/api/disputes',
    access: 'signedIn',
    body: null,
    response: Type.Object({
      disputes: Type.Array(dispute),
      leftTents: Type.Optional(
        Type.Array(Type.Object({ id: Type.String(), order: Type.String(), name: Type.String() })),
      ),
    }),
  }),
  /**
   * `vacated` corrects the tent to `none` immediately if the Miss still stands, with the text as
   * the reason. 409 `answeredAlready` if it was answered; vacated, 503 `checkUnreadable`.
   */
  answerDispute: endpoint({
    method: 'POST',
    path: '/api/disputes/:id/answer',
    access: 'superUser',
    params: Type.Object({ id: uuid }),
    body: answerBody,
    response: ok,
  }),
}
