import { useMutation } from '@tanstack/react-query'
import type { Say } from '../ui/use-message.tsx'
import { failureText } from './failure-text.ts'

export type Action<Given> = {
  /** Does it. If it returns a text, that is shown as a message. */
  act: (given: Given) => Promise<unknown>
  say: Say
  /** The message if the server refused without a text. */
  failed: string
  /** The message if there was no answer. */
  unanswered: string
  /** How these become the message; `failureText` unless another is given. */
  tell?: typeof failureText
  /** Shows other parts of a refusal than its text. */
  onFailed?: (error: Error) => void
  /** Called after success, refusal or failure; the action is busy until this is done. */
  onSettled?: () => Promise<void> | void
  /**
   * Actions with the same name run one after the other. Left out: while one runs, no other starts.
   */
  inTurn?: string
}

/**
 * The action of a button or form: one at a time, with a message about its result. `doing`: the
 * argument of the running one; else undefined.
 */
export function useAction<Given = void>({
  act,
  say,
  failed,
  unanswered,
  tell = failureText,
  onFailed,
  onSettled,
  inTurn,
}: Action<Given>) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: act,
    ...(inTurn !== undefined && { scope: { id: inTurn } }),
    onSuccess: (text) => {
      if (typeof text === 'string') say('ok', text)
    },
    onError: (error) => {
      onFailed?.(error)
      say('danger', tell(error, failed, unanswered))
    },
    onSettled: () => onSettled?.(),
  })
  const run = (given: Given) => {
    if (inTurn !== undefined || !isPending) mutate(given)
  }
  return { run, busy: isPending, doing: isPending ? variables : undefined }
}
