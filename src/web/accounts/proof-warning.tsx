import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { useReload } from '../api/use-reload.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './form.module.css'
import { accountsTexts } from './texts.ts'

const queryKey = ['netIDProof']

/** Warns that netIDs are not proven, until a super user accepts that. */
export function ProofWarning() {
  const { data } = useQuery({ queryKey, queryFn: () => call('netIDProof') })
  // Everything here is gone then.
  const part = useRef<Element>(null)
  const focusAfter = useFocusAfter(data?.isUndecided, () => part.current)
  const { run, busy, message } = useSaidAction({
    act: () => focusAfter(() => call('leaveUnproven', { leaveOff: true })),
    failed: texts.actionFailed,
    unanswered: accountsTexts.linkUnanswered,
    onSettled: useReload(queryKey),
  })
  if (data?.isUndecided !== true) return null
  return (
    <div className={styles['form']}>
      <Notice tone="danger">{dashboardMessages.netIDsUnproven}</Notice>
      {message}
      <Button
        variant="quiet"
        busy={busy}
        onClick={({ currentTarget }) => {
          part.current = currentTarget.closest('section')
          run()
        }}
      >
        Don’t require proof of netIDs
      </Button>
    </div>
  )
}
