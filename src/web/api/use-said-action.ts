import { type Shown, useMessage } from '../ui/use-message.tsx'
import { type Action, useAction } from './use-action.ts'

/**
 * An action that says its own result: `message` is drawn where it belongs, and goes as soon as the
 * action is begun again.
 */
export function useSaidAction<Given = void>({
  act,
  hideAfterMs,
  dismissible,
  ...action
}: Omit<Action<Given>, 'say'> & Shown) {
  const { message, say, clear } = useMessage({ hideAfterMs, dismissible })
  const begin = (given: Given) => {
    clear()
    return act(given)
  }
  return { ...useAction({ ...action, act: begin, say }), message, say, clear }
}
