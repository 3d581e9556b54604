import { type FormEvent, useRef, useState } from 'react'
import type { ScriptToken } from '../../shared/programs/contract.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import rows from '../ui/rows.module.css'
import { SelectField } from '../ui/select-field.tsx'
import { useTimes } from '../ui/times.ts'
import { useMessage } from '../ui/use-message.tsx'
import styles from './script-tokens.module.css'
import { programsTexts } from './texts.ts'
import { useScriptTokens, useScriptTokensChanged } from './use-script-tokens.ts'

const lengths = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const

/** Tokens for programs: makes one, which is shown once, and ends any. */
export function ScriptTokens() {
  const query = useScriptTokens()
  const changed = useScriptTokensChanged()
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const [made, setMade] = useState<{ id: string; token: string } | null>(null)
  const { message, say, clear } = useMessage()
  const make = useAction({
    act: async (given: { name: string; days: number }) => {
      clear()
      setMade(await call('makeScriptToken', given))
      setName('')
    },
    say,
    failed: programsTexts.tokenFailed,
    unanswered: programsTexts.tokenUnanswered,
    onSettled: changed,
  })
  const list = useRef<HTMLDivElement>(null)
  const ids = query.data?.tokens.map(({ id }) => id).join()
  const focusAfter = useFocusAfter(ids, () => list.current)
  const end = useAction({
    act: async ({ id, name }: ScriptToken) => {
      clear()
      await focusAfter(() => call('endScriptToken', undefined, { params: { id } }))
      setMade((shown) => (shown?.id === id ? null : shown))
      return programsTexts.tokenEnded(name)
    },
    say,
    failed: programsTexts.endFailed,
    unanswered: programsTexts.endUnanswered,
    onSettled: changed,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return say('danger', programsTexts.nameMissing)
    make.run({ name: name.trim(), days: Number(days) })
  }
  return (
    <>
      <p>{programsTexts.about}</p>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <Field
          label="What it is for"
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField label="Good for" value={days} options={lengths} onChange={setDays} />
        <Button type="submit" variant="quiet" busy={make.busy}>
          Make a token
        </Button>
      </form>
      {made !== null && (
        <div role="status">
          <p>{programsTexts.tokenMade}</p>
          <code className={styles['token']}>{made.token}</code>
        </div>
      )}
      {message}
      {query.data === undefined ? (
        <NotLoaded query={query} height="3rem" failed={programsTexts.tokensFailed} />
      ) : (
        <div ref={list}>
          <List tokens={query.data.tokens} ending={end.doing} onEnd={end.run} />
        </div>
      )}
    </>
  )
}

type ListProps = {
  tokens: readonly ScriptToken[]
  ending: ScriptToken | undefined
  onEnd: (token: ScriptToken) => void
}

function List({ tokens, ending, onEnd }: ListProps) {
  const times = useTimes()
  if (tokens.length === 0) return <p>{programsTexts.noTokens}</p>
  return (
    <ul className={rows['rows']}>
      {tokens.map((token) => (
        <li key={token.id}>
          <span>
            <strong>{token.name}</strong>, by {token.madeBy.name}, until{' '}
            {times.moment(token.expiresAt)}
          </span>
          <Button
            variant="quiet"
            aria-label={`End the token ${token.name}`}
            busy={ending?.id === token.id}
            onClick={() => onEnd(token)}
          >
            End
          </Button>
        </li>
      ))}
    </ul>
  )
}
