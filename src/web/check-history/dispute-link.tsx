import type { Disputed } from '../../shared/check-history/contract.ts'
import { pathOfDispute } from '../../shared/screens.ts'
import { Link } from '../routing/link.tsx'
import { disputeText } from './words.ts'

/** `mayAnswer`: a super user, who is led to where it is answered. */
type DisputeLinkProps = { dispute: Disputed; mayAnswer: boolean }

/**
 * That a Miss is disputed; correcting it beside the dispute would leave the tent without an answer.
 * It does not lead to an answer that never came.
 */
export function DisputeLink({ dispute, mayAnswer }: DisputeLinkProps) {
  const text = disputeText(dispute)
  const leads = mayAnswer && (dispute.isAnswered || dispute.isWaiting)
  return leads ? <Link to={pathOfDispute(dispute.id)}>{text}</Link> : text
}
