import { useQueryClient } from '@tanstack/react-query'
import { counted } from '../../../shared/counted.ts'
import { failedAboutAccounts, untoldIn } from '../../notices/needs-work.ts'
import { useNotices } from '../../notices/use-notices.ts'
import { useScriptTokens } from '../../programs/use-script-tokens.ts'
import { useSeason } from '../../season/use-season.ts'
import { useTents } from '../../tents/use-tents.ts'
import { useTimes } from '../../ui/times.ts'
import { parts, places } from './dashboard-nav.tsx'
import { Fold } from './fold.tsx'
import { Group } from './group.tsx'
import {
  AuditList,
  CloseSeason,
  HealthPanel,
  LatestEvent,
  NoticeList,
  RulesChanges,
  SafeLine,
  ScriptTokens,
} from './lazy-parts.ts'
import { useOpenDisputes } from './needs.ts'
import { stateOf } from './state-lines.ts'
import { dashboardTexts } from './texts.ts'

/** The server's state, notices, the audit, and the end of a season. */
export function System({ mayChange }: { mayChange: boolean }) {
  return (
    <Group {...places.system}>
      <Fold {...parts.health} may={mayChange} state={<SafeLine />}>
        <HealthPanel />
      </Fold>
      <Fold {...parts.notices} may={mayChange} state={<NoticesState />}>
        <NoticeList />
      </Fold>
      <Fold {...parts.tokens} may={mayChange} state={<TokensState />}>
        <ScriptTokens />
      </Fold>
      <Fold {...parts.audit} may={mayChange} state={<LatestEvent />}>
        <AuditList rulesChanges={(version) => <RulesChanges version={version} />} />
      </Fold>
      <Fold {...parts.seasonEnd} may={mayChange} state={<SeasonEndState />}>
        <OwnCloseSeason />
      </Fold>
    </Group>
  )
}

function OwnCloseSeason() {
  const queries = useQueryClient()
  const openDisputes = useOpenDisputes()
  const rules = useSeason().data
  return (
    <CloseSeason
      openDisputes={openDisputes}
      rules={rules}
      onClosed={() => queries.invalidateQueries()}
    />
  )
}

function NoticesState() {
  return stateOf(useNotices(), (data) => {
    const untold = untoldIn(data)
    const failed = failedAboutAccounts(data)
    const toDo = untold === 0 ? 'Nothing to do by hand' : `${untold} to be told by hand`
    return failed === 0 ? toDo : `${toDo}, ${counted(failed, 'mail')} about accounts failed`
  })
}

function TokensState() {
  const times = useTimes()
  return stateOf(useScriptTokens(), ({ tokens }) => {
    const first = tokens.at(-1)
    if (first === undefined) return 'No tokens'
    const ends = `ends ${times.moment(first.expiresAt)}`
    return `${counted(tokens.length, 'token')}, ${tokens.length === 1 ? ends : `the first ${ends}`}`
  })
}

function SeasonEndState() {
  return stateOf(useTents(), ({ length }) =>
    length === 0 ? dashboardTexts.noTents : `${counted(length, 'tent')} on the roster`,
  )
}
