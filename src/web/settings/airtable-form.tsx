import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import { texts } from '../../shared/messages.ts'
import type { AirtableConfig, Connection } from '../../shared/roster-sync/contract.ts'
import { call } from '../api/call.ts'
import { failureAndReason } from '../api/failure-text.ts'
import { useAction } from '../api/use-action.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import forms from '../ui/form.module.css'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { useMessage } from '../ui/use-message.tsx'
import styles from './settings-form.module.css'
import { settingsTexts } from './texts.ts'
import { airtableConfigKey, useAirtableConfig } from './use-airtable-config.ts'
import { resultsWaitText } from './words.ts'

/** What of the settings is to be saved. */
type Change = { airtableBaseId?: string; airtableTableId?: string; airtableApiKey?: string }

type Typed = { baseId: string; tableId: string; apiKey: string }

type AirtableFormProps = {
  /** How many results wait to be sent. */
  waiting: number
  onSaved: () => Promise<void>
}

/** The roster's base, table and key at Airtable. Specification 5, Airtable save. */
export function AirtableForm({ waiting, onSaved }: AirtableFormProps) {
  const queries = useQueryClient()
  const query = useAirtableConfig()
  const { data } = query
  // Only edited fields; all others show what is saved, also by other people.
  const [edited, setEdited] = useState<Partial<Typed>>({})
  const { message, say, clear } = useMessage()
  const [asking, setAsking] = useState(false)
  const [connection, setConnection] = useState<Connection | null>(null)

  const saveButton = useRef<HTMLButtonElement>(null)
  const isConnected = data !== undefined && data.airtableBaseId !== ''
  const focusAfter = useFocusAfter(isConnected, () => saveButton.current)

  const show = async (config: AirtableConfig) => {
    // The answer to an earlier request would contain the old settings.
    await queries.cancelQueries({ queryKey: airtableConfigKey })
    queries.setQueryData(airtableConfigKey, config)
    setEdited((now) => (now === edited ? {} : now))
  }
  const save = useAction({
    act: async (typed: Change) => {
      // What was not typed may have been changed elsewhere.
      const { airtableBaseId, airtableTableId } = await call('airtableConfig')
      const next = { airtableBaseId, airtableTableId, ...typed }
      const { ok: _, connection: tested, ...saved } = await call('updateAirtableConfig', next)
      await show(saved)
      setConnection(tested)
      await onSaved()
      return dashboardMessages.airtableSaved
    },
    say,
    failed: dashboardMessages.airtableSaveFailed,
    unanswered: dashboardMessages.airtableSaveUnanswered,
    tell: failureAndReason,
  })
  const disconnect = useAction({
    act: async () => {
      await show(await focusAfter(() => call('disconnectAirtable')))
      await onSaved()
      return settingsTexts.airtableDisconnected
    },
    say,
    failed: settingsTexts.airtableDisconnectFailed,
    unanswered: texts.unexpected,
  })
  const busy = save.busy || disconnect.busy

  if (data === undefined) {
    const failed = failureAndReason(
      query.error,
      dashboardMessages.airtableLoadFailed,
      dashboardMessages.airtableLoadUnanswered,
    )
    return <NotLoaded query={query} height="12rem" failed={failed} />
  }

  const { baseId, tableId, apiKey } = {
    baseId: data.airtableBaseId,
    tableId: data.airtableTableId,
    apiKey: '',
    ...edited,
  }
  const edit = (field: keyof Typed) => (event: ChangeEvent<HTMLInputElement>) =>
    setEdited({ ...edited, [field]: event.target.value })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const airtableApiKey = apiKey.trim()
    clear()
    setConnection(null)
    if (baseId.trim() === '' || tableId.trim() === '') {
      return say('danger', dashboardMessages.airtableIdsMissing)
    }
    save.run({
      ...(edited.baseId === undefined ? {} : { airtableBaseId: edited.baseId.trim() }),
      ...(edited.tableId === undefined ? {} : { airtableTableId: edited.tableId.trim() }),
      ...(airtableApiKey === '' ? {} : { airtableApiKey }),
    })
  }

  return (
    <form className={forms['form']} onSubmit={submit} noValidate>
      <div className={styles['fields']}>
        <Field
          label="Base ID"
          value={baseId}
          hint="Begins with app; it is in the address of the base."
          onChange={edit('baseId')}
          autoComplete="off"
          spellCheck={false}
        />
        <Field
          label="Table ID"
          value={tableId}
          hint="Begins with tbl."
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
          hint={
            data.hasApiKey
              ? `Now: ${data.maskedApiKey}. Leave blank to keep it.`
              : 'A token of Airtable with data.records:read and data.records:write.'
          }
        />
      </div>
      {message}
      {connection && <Notice tone={connection.works ? 'info' : 'danger'}>{connection.text}</Notice>}
      {!isConnected && (
        <p>
          From then on the tents follow this table: a tent that is not in it leaves the roster, and
          no file is imported.
        </p>
      )}
      <div className={forms['choices']}>
        <Button ref={saveButton} type="submit" variant="quiet" busy={busy}>
          Save Airtable settings
        </Button>
        {isConnected && (
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
          onYes={() => {
            setAsking(false)
            clear()
            setConnection(null)
            disconnect.run()
          }}
          onNo={() => setAsking(false)}
        >
          <p>
            The key, the base and the table are forgotten. The tents stay as they are now, and
            nothing goes to Airtable any more.
          </p>
          {waiting > 0 && <p>{resultsWaitText(waiting)}</p>}
        </Confirm>
      )}
    </form>
  )
}
