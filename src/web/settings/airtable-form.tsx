import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import type { Connection } from '../../shared/roster-sync/contract.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './settings-form.module.css'

const queryKey = ['airtable-config']

type Typed = { baseId: string; tableId: string; apiKey: string }

/** Base, table and key of the roster at Airtable. Specification 5, Airtable save. */
export function AirtableForm({ onSaved }: { onSaved: () => Promise<void> }) {
  const queries = useQueryClient()
  const { data, isPending, error, refetch } = useQuery({
    queryKey,
    queryFn: () => call('airtableConfig'),
  })
  // What is not touched follows what others save.
  const [edited, setEdited] = useState<Partial<Typed>>({})
  const { message, say, clear } = useMessage()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [connection, setConnection] = useState<Connection | null>(null)

  if (isPending) return <Skeleton width="100%" height="12rem" />
  if (data === undefined) {
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

  const { baseId, tableId, apiKey } = {
    baseId: data.airtableBaseId,
    tableId: data.airtableTableId,
    apiKey: '',
    ...edited,
  }
  const edit = (field: keyof Typed) => (event: ChangeEvent<HTMLInputElement>) =>
    setEdited({ ...edited, [field]: event.target.value })

  const show = async (config: typeof data) => {
    // An answer that was asked for before this change says what no longer holds.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, config)
    setEdited((now) => (now === edited ? {} : now))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const airtableBaseId = baseId.trim()
    const airtableTableId = tableId.trim()
    const airtableApiKey = apiKey.trim()
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
      await show(saved)
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
    setBusy(true)
    try {
      await show(await call('disconnectAirtable'))
      say('ok', texts.airtableDisconnected)
      await onSaved()
    } catch (failure) {
      say('danger', failureText(failure, texts.airtableDisconnectFailed, texts.unexpected))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Field
        label="Base ID"
        value={baseId}
        onChange={edit('baseId')}
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label="Table ID"
        value={tableId}
        onChange={edit('tableId')}
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label="API key"
        type="password"
        value={apiKey}
        onChange={edit('apiKey')}
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
          <Button variant="quiet" busy={busy} onClick={() => setAsking(true)}>
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
