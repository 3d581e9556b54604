import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { tentLink } from '../../shared/settings/contract.ts'
import type { Reader, Tx } from '../db/database.ts'
import { findSetting, updateSetting } from './store.ts'

const key = 'tentLink'

type TentLink = Static<typeof tentLink>

/** Where tents sign up; before anyone saved it there is no address, and registration is closed. */
export async function readTentLink(reader: Reader): Promise<TentLink> {
  const value = await findSetting(reader, key)
  return Value.Check(tentLink, value) ? value : { url: '', active: false }
}

export function saveTentLink(tx: Tx, link: TentLink, now: Date): Promise<void> {
  return updateSetting(tx, key, link, now)
}
