import { pathOfTentRecord } from '../../shared/screens.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { Link } from '../routing/link.tsx'

type TentLinkProps = { tent: Pick<Tent, 'id' | 'order' | 'name'> }

/** A tent by its name, with the way to its record; for line monitors. */
export function TentLink({ tent }: TentLinkProps) {
  return <Link to={pathOfTentRecord(tent.id)}>{tentLabel(tent)}</Link>
}
