import { CallError } from '../../api/call.ts'

export type OwnSessionDependencies = {
  netID: string
  /** This browser's current token; null: nobody is signed in. */
  currentToken: () => string | null
  /** The owner of a token, by the server. Rejects as a call does. */
  ownerOf: (token: string) => Promise<string>
}

/**
 * Returns the token for sending this person's marks: the browser's, if it is theirs, else the last
 * one that was. Another tab may have signed somebody else in meanwhile, and a mark must never be
 * sent in another name. Rejects like a call refused with 401 if there is none.
 */
export function ownSession({ netID, currentToken, ownerOf }: OwnSessionDependencies) {
  let own: string | null = null
  let looked: string | null = null
  return async (): Promise<string> => {
    const token = currentToken()
    if (token !== null && token !== looked) {
      const owner = await ownerOf(token)
      looked = token
      if (owner === netID) own = token
    }
    if (own === null) throw new CallError(401, null)
    return own
  }
}
