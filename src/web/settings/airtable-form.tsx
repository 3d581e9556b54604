import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import type { Connection } from '../../shared/settings/contract.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './settings-form.module.css'

const queryKey = ['airtable-config']

/** Base, table and key of the roster at Airtable. Specification 5, Airtable save. */
export function AirtableForm({ onSaved }: { onSaved: () => Promise<void> }) {
  const queries = useQueryClient()
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey,
    queryFn: () => call('airtableConfig'),
  })
  const { message, say, clear } = useMessage()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [connection, setConnection] = useState<Connection | null>(null)

  if (isPending) return <Skeleton width="100%" height="12rem" />
  if (isError || data === undefined) {
    return (
      <div className={styles['form']}>
        <Notice tone="danger" hideAfterMs={null}>
          {failureText(error, texts.airtableLoadFailed, texts.airtableLoadUnanswered)}
        </Notice>
        <Button variant="quiet" onClick={() => void refetch()}>
          {texts.tryAgainAction}
        </Button>
      </div>
    )
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const airtableBaseId = formText(form, 'baseId').trim()
    const airtableTableId = formText(form, 'tableId').trim()
    const airtableApiKey = formText(form, 'apiKey').trim()
    clear()
    setConnection(null)
    if (airtableBaseId === '' || airtableTableId === '') {
      return say('danger', texts.airtableIdsMissing)
    }
    setBusy(true)
    try {
      const { connection: tested, ...saved } = await call('updateAirtableConfig', {
        airtableBaseId,
        airtableTableId,
        ...(airtableApiKey === '' ? {} : { airtableApiKey }),
      })
      queries.setQueryData(queryKey, saved)
      form.reset()
      say('ok', texts.airtableSaved)
      setConnection(tested)
      await onSaved()
    } catch (failure) {
      say('danger', failureText(failure, texts.airtableSaveFailed, texts.airtableSaveUnanswered))
    } finally {
      setBusy(false)
    }
  }

  const disconnect = async () => {
    setAsking(false)
    clear()
    setConnection(null)
    try {
      queries.setQueryData(queryKey, await call('disconnectAirtable'))
      say('ok', texts.airtableDisconnected)
      await onSaved()
    } catch (failure) {
      say('danger', failureText(failure, texts.airtableDisconnectFailed, texts.unexpected))
    }
  }

  return (
    <form key={JSON.stringify(data)} className={styles['form']} onSubmit={submit} noValidate>
      <Field
        label="Base ID"
        name="baseId"
        defaultValue={data.airtableBaseId}
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label="Table ID"
        name="tableId"
        defaultValue={data.airtableTableId}
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label="API key"
        name="apiKey"
        type="password"
        autoComplete="off"
        hint={data.hasApiKey ? `Now: ${data.maskedApiKey}. Leave blank to keep it.` : 'None yet.'}
      />
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      {connection && (
        <Notice tone={connection.works ? 'info' : 'danger'} hideAfterMs={null}>
          {connection.text}
        </Notice>
      )}
      <div className={styles['choices']}>
        <Button type="submit" busy={busy}>
          Save Airtable settings
        </Button>
        {data.airtableBaseId !== '' && (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            Disconnect Airtable
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          title="Disconnect Airtable?"
          yes="Disconnect"
          no="Stay connected"
          onYes={() => void disconnect()}
          onNo={() => setAsking(false)}
        >
          The key, the base and the table are forgotten. The tents stay as they are now, and nothing
          goes to Airtable any more.
        </Confirm>
      )}
    </form>
  )
}
