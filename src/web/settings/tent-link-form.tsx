import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './settings-form.module.css'
import { tentLinkKey, useTentLink } from './use-tent-link.ts'

/** The tent sign-up link editor. Specification 3, Tent link. */
export function TentLinkForm({ mayChange }: { mayChange: boolean }) {
  const { data, isPending, refetch } = useTentLink()
  if (isPending) return <Skeleton width="100%" height="6rem" />
  if (data === undefined) {
    return (
      <>
        <p role="alert">The sign-up link could not be loaded.</p>
        <Button variant="quiet" onClick={() => void refetch()}>
          {texts.tryAgainAction}
        </Button>
      </>
    )
  }
  return <Editor link={data} mayChange={mayChange} />
}

type Link = { url: string; active: boolean }

function Editor({ link, mayChange }: { link: Link; mayChange: boolean }) {
  const queries = useQueryClient()
  // What is not touched follows what others save.
  const [edited, setEdited] = useState<Partial<Link>>({})
  const { url, active } = { ...link, ...edited }
  const [busy, setBusy] = useState(false)
  const { message, say, clear } = useMessage()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const saved = { url: url.trim(), active }
      await call('updateTentLink', saved)
      // An answer that was asked for before says the old link.
      await queries.cancelQueries({ queryKey: tentLinkKey })
      queries.setQueryData(tentLinkKey, saved)
      setEdited((now) => (now === edited ? {} : now))
      say('ok', texts.linkSaved)
    } catch (error) {
      say('danger', failureText(error, texts.linkFailed, texts.linkFailed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Field
        label="Sign-up link"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        disabled={!mayChange}
        onChange={(event) => setEdited({ ...edited, url: event.target.value })}
      />
      <Switch
        label={active ? 'Registration is open' : 'Registration is closed'}
        checked={active}
        disabled={!mayChange}
        onChange={(next) => setEdited({ ...edited, active: next })}
      />
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      <Button type="submit" busy={busy} disabled={!mayChange}>
        Save link
      </Button>
    </form>
  )
}
