import type { Disputed } from '../../shared/check-history/contract.ts'
import { pathOfDispute } from '../../shared/screens.ts'
import { Link } from '../routing/link.tsx'
import { disputeText } from './words.ts'

/** `mayAnswer`: a super user, who is led to where it is answered. */
type DisputeLinkProps = { dispute: Disputed; mayAnswer: boolean }

/** That a Miss is disputed; correcting it beside the dispute would leave the tent without an answer. */
export function DisputeLink({ dispute, mayAnswer }: DisputeLinkProps) {
  const text = disputeText(dispute)
  return mayAnswer ? <Link to={pathOfDispute(dispute.id)}>{text}</Link> : text
}
