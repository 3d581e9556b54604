import { CallError } from '../../api/call.ts'

export type OwnSessionDependencies = {
  netID: string
  /** The token in this browser now; null: nobody is signed in. */
  currentToken: () => string | null
  /** Whose a token is, by the server's word. Rejects as a call does. */
  ownerOf: (token: string) => Promise<string>
}

/**
 * Gives the token to send this person's marks with: the one in the browser, if it is theirs, else
 * the last one that was. Another tab may have signed out and in while this one slept, and nobody's
 * mark may go out under another name. Rejects as a call that is refused with 401 if there is none.
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
