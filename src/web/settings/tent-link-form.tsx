import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import { call } from '../api/call.ts'
import { failureAndReason } from '../api/failure-text.ts'
import { useAction } from '../api/use-action.ts'
import { useReload } from '../api/use-reload.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import forms from '../ui/form.module.css'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Switch } from '../ui/switch.tsx'
import { useMessage } from '../ui/use-message.tsx'
import { settingsTexts } from './texts.ts'
import { tentLinkKey, useTentLink } from './use-tent-link.ts'

/** The editor of the tent sign-up link. Specification 3, Tent link. */
export function TentLinkForm({ mayChange }: { mayChange: boolean }) {
  const query = useTentLink()
  const { data } = query
  if (data === undefined) {
    return <NotLoaded query={query} height="6rem" failed={settingsTexts.linkLoadFailed} />
  }
  return <Editor link={data} mayChange={mayChange} />
}

type Link = { url: string; active: boolean }

function Editor({ link, mayChange }: { link: Link; mayChange: boolean }) {
  const queries = useQueryClient()
  // Only an edited value; otherwise what is saved, also by other people.
  const [edited, setEdited] = useState<string | null>(null)
  const { message, say } = useMessage()
  const update = async (change: Partial<Link>) => {
    // The other half may have been changed elsewhere.
    const next = { ...(await call('getTentLink')), ...change }
    await call('updateTentLink', next)
    queries.setQueryData(tentLinkKey, next)
    return dashboardMessages.linkSaved
  }
  const action = {
    say,
    failed: dashboardMessages.linkFailed,
    unanswered: dashboardMessages.linkFailed,
    tell: failureAndReason,
    // Without an answer it may be saved.
    onSettled: useReload(tentLinkKey),
    inTurn: 'tent-link',
  }
  const save = useAction({
    act: async (url: string) => {
      const said = await update({ url })
      setEdited((now) => (now?.trim() === url ? null : now))
      return said
    },
    ...action,
  })
  /** Takes effect at once, with the saved address, not with what is being typed. */
  const open = useAction({ act: (active: boolean) => update({ active }), ...action })
  const url = edited ?? link.url
  const active = open.doing ?? link.active
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.run(url.trim())
  }

  return (
    <form className={forms['form']} onSubmit={submit} noValidate>
      <Switch
        label={active ? 'Registration is open' : 'Registration is closed'}
        checked={active}
        disabled={!mayChange}
        onChange={open.run}
      />
      {!active && <p>{settingsTexts.linkHidden}</p>}
      <Field
        label="Sign-up link"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        disabled={!mayChange}
        onChange={(event) => setEdited(event.target.value)}
      />
      {message}
      <Button type="submit" variant="quiet" busy={save.busy} disabled={!mayChange}>
        Save link
      </Button>
    </form>
  )
}
