import { useMutation } from '@tanstack/react-query'
import { failureText } from './failure-text.ts'

type Action<Given> = {
  /** Does it. A text that it gives is said; without one, what came of it is seen. */
  act: (given: Given) => Promise<unknown>
  say: (tone: 'ok' | 'danger', text: string) => void
  /** Said where the server refused without words of its own. */
  failed: string
  /** Said where no answer came. */
  unanswered: string
  /** Shows what a refusal says beside its words. */
  onFailed?: (error: Error) => void
  /** Done, refused or unanswered; the action is busy until this is over. */
  onSettled?: () => Promise<void> | void
  /** All actions of this name are done, one after the other. Left out: while busy, none is begun. */
  inTurn?: string
}

/**
 * What a button or a form does: one at a time, and what came of it is said. `doing`: what it was
 * given last, while it is under way; else undefined.
 */
export function useAction<Given = void>({
  act,
  say,
  failed,
  unanswered,
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
      say('danger', failureText(error, failed, unanswered))
    },
    onSettled: () => onSettled?.(),
  })
  const run = (given: Given) => {
    if (inTurn !== undefined || !isPending) mutate(given)
  }
  return { run, busy: isPending, doing: isPending ? variables : undefined }
}
