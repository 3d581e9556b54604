import type { NetIDProof } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import { call, NetworkError } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import styles from './form.module.css'
import { useSession } from './session.tsx'
import { accountsTexts } from './texts.ts'

/** Shown instead of the tent to people who still have to prove their netID: how to do it. */
export function ProveNetID({ netID, proof }: { netID: string; proof: NetIDProof }) {
  const { verify } = useSession()
  const { run, busy, message } = useSaidAction({
    act: async () => {
      await call('sendConfirmation')
      return accountsTexts.confirmationSent
    },
    failed: accountsTexts.confirmationFailed,
    unanswered: accountsTexts.linkUnanswered,
    hideAfterMs: null,
  })
  const look = useSaidAction({
    act: async () => {
      const { isConfirmed } = await call('verifyToken')
      if (!isConfirmed) return accountsTexts.notConfirmedYet
      await verify()
      // Still here: that was not answered.
      throw new NetworkError('The server could not be reached.')
    },
    failed: texts.tryAgain,
    unanswered: accountsTexts.linkUnanswered,
  })
  return (
    <Card aria-labelledby="prove" className={styles['form']}>
      <h2 id="prove">Your netID is not confirmed yet</h2>
      <p>
        Anyone could have registered as <strong>{netID}</strong>. Until you confirm that it is you,
        your tent is not shown here.
      </p>
      {proof === 'mail' ? (
        <>
          <p>We mail a link to the campus address of {netID}. Open it on this device.</p>
          <Button busy={busy} onClick={() => run()}>
            Mail me the link
          </Button>
        </>
      ) : (
        <p>
          Ask a line monitor to confirm it: on the LM Dashboard, under People, they search for your
          netID and tap More.
        </p>
      )}
      {message}
      {look.message}
      <Button variant="quiet" busy={look.busy} onClick={() => look.run()}>
        It is confirmed now: try again
      </Button>
    </Card>
  )
}
