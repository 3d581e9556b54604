import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
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

const turn = 'tent-link'

function Editor({ link, mayChange }: { link: Link; mayChange: boolean }) {
  const queries = useQueryClient()
  // Only an edited value; otherwise what is saved, also by other people.
  const [edited, setEdited] = useState<string | null>(null)
  const { message, say } = useMessage()
  const show = async (saved: Link) => {
    // The answer to an earlier request would contain the old link.
    await queries.cancelQueries({ queryKey: tentLinkKey })
    queries.setQueryData(tentLinkKey, saved)
  }
  const saved = () => queries.getQueryData<Link>(tentLinkKey) ?? link

  const save = useAction({
    act: async (url: string) => {
      const next = { ...saved(), url }
      await call('updateTentLink', next)
      await show(next)
      setEdited((now) => (now === edited ? null : now))
      return dashboardMessages.linkSaved
    },
    say,
    failed: dashboardMessages.linkFailed,
    unanswered: dashboardMessages.linkFailed,
    inTurn: turn,
  })
  /** Takes effect at once, with the saved address, not with what is being typed. */
  const open = useAction({
    act: async (active: boolean) => {
      const before = saved()
      await show({ ...before, active })
      try {
        await call('updateTentLink', { ...before, active })
      } catch (error) {
        await show(before)
        throw error
      }
      return dashboardMessages.linkSaved
    },
    say,
    failed: dashboardMessages.linkFailed,
    unanswered: dashboardMessages.linkFailed,
    inTurn: turn,
  })
  const url = edited ?? link.url
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.run(url.trim())
  }

  return (
    <form className={forms['form']} onSubmit={submit} noValidate>
      <Switch
        label={link.active ? 'Registration is open' : 'Registration is closed'}
        checked={link.active}
        disabled={!mayChange}
        onChange={open.run}
      />
      {!link.active && <p>{settingsTexts.linkHidden}</p>}
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
