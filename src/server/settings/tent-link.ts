import { tentLink } from '../../shared/settings/contract.ts'
import { setting } from './store.ts'

/** Where tents sign up; by default there is no address, and registration is closed. */
export const storedTentLink = setting('tentLink', tentLink, { url: '', active: false })
