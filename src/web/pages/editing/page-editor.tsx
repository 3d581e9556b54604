import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PageName } from '../../../shared/pages/contract.ts'
import { lengthProblem } from '../../../shared/pages/problems.ts'
import { call, hasCode } from '../../api/call.ts'
import { keepOneInTab, readOneFromTab, writtenKey } from '../../api/storage-of-tab.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import stack from '../../ui/stack.module.css'
import { useTimes } from '../../ui/times.ts'
import styles from './editing.module.css'
import { GiveUpTyped } from './give-up-typed.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { PageVersions } from './page-versions.tsx'
import { editingTexts } from './texts.ts'
import { type PageSource, usePageChanged, usePageSource, useShowPage } from './use-editing.ts'

/** `number`: the version that is being edited. */
type Draft = { number: number; markdown: string }

/** Edits a page, with a preview and older versions. */
export function PageEditor({ page }: { page: PageName }) {
  const query = usePageSource(page)
  if (query.data === undefined) {
    return <NotLoaded query={query} height="20rem" failed={editingTexts.sourceFailed} />
  }
  return <Editor page={page} source={query.data} />
}

function Editor({ page, source: loaded }: { page: PageName; source: PageSource }) {
  // Read here, too: what was just saved is known in the same render in which `busy` ends.
  const { data: source = loaded } = usePageSource(page)
  const [draft, setDraft] = useState<Draft | null>(() => readOneFromTab(writtenKey, page))
  const [replacement, setReplacement] = useState<string | null>(null)
  const show = useShowPage(page)
  const changed = usePageChanged(page)
  const status = useRef<HTMLParagraphElement>(null)
  const times = useTimes()
  const newest = source.versions[0]
  const { number, markdown } = draft ?? source
  const isEdited = draft !== null && draft.markdown !== source.markdown
  useEffect(() => keepOneInTab(writtenKey, page, draft), [page, draft])

  const { run, busy, message } = useSaidAction({
    act: async () => {
      try {
        const saved = await call('savePage', { number, markdown }, { params: { page } })
        show({ ...saved, markdown })
        // What was typed meanwhile now follows the saved version, also where one has left by now.
        const follow = (now: Draft | null) => now && { ...now, number: saved.number }
        setDraft(follow)
        const kept = readOneFromTab<Draft>(writtenKey, page)
        keepOneInTab(writtenKey, page, kept?.markdown === markdown ? null : follow(kept))
        await changed()
        return editingTexts.pageSaved(saved.number)
      } catch (error) {
        // The newer version is loaded, and the page says so.
        if (!hasCode(error, 'pageChanged')) throw error
        return changed()
      }
    },
    failed: editingTexts.pageFailed,
    unanswered: editingTexts.pageUnanswered,
    onFailed: () => void changed(),
    hideAfterMs: null,
    dismissible: true,
  })
  // A draft that is saved, perhaps without an answer, is none any more.
  if (draft !== null && !isEdited && !busy) setDraft(null)
  const isStale = isEdited && number !== source.number && !busy
  const problem = lengthProblem('page', markdown)
  const maySave = isEdited && !isStale && problem === null
  const write = (text: string) =>
    setDraft({ number: isEdited ? number : source.number, markdown: text })
  const settle = (mine: Draft | null) => {
    setDraft(mine)
    status.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (maySave) run()
  }

  return (
    <>
      <form className={stack['stack']} onSubmit={submit} noValidate>
        <MarkdownField
          label="Text"
          form="page"
          rows={16}
          value={markdown}
          error={problem === null ? undefined : `It ${problem}`}
          onChange={write}
        />
        {isStale && (
          <ChangedMeanwhile
            onTake={() => settle(null)}
            onKeep={() => settle({ number: source.number, markdown })}
          >
            {newest === undefined
              ? 'Somebody saved a newer version.'
              : `${newest.by.name} saved a newer version (${times.moment(newest.savedAt)}).`}{' '}
            Yours is not saved. Their text is below, under Versions.
          </ChangedMeanwhile>
        )}
        {message}
        <div className={styles['ways']}>
          <Button type="submit" busy={busy} aria-disabled={!maySave}>
            Save page
          </Button>
          <Button variant="quiet" aria-disabled={!isEdited} onClick={() => setDraft(null)}>
            Discard changes
          </Button>
          <p ref={status} role="status" tabIndex={-1}>
            {isEdited && 'Not saved yet.'}
          </p>
        </div>
      </form>
      <h4>Versions</h4>
      <PageVersions
        page={page}
        versions={source.versions}
        onTake={isEdited ? setReplacement : write}
      />
      {replacement !== null && (
        <GiveUpTyped
          onYes={() => {
            write(replacement)
            setReplacement(null)
          }}
          onNo={() => setReplacement(null)}
        />
      )}
    </>
  )
}
