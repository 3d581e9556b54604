import { lazyPart } from '../../api/lazy-part.tsx'

// Closed parts are loaded when opened, parts further down a moment after the rest.
export const AirtableForm = lazyPart(
  async () => (await import('../../settings/airtable-form.tsx')).AirtableForm,
)
export const AnnouncementPanel = lazyPart(
  async () => (await import('../../pages/editing/announcement-panel.tsx')).AnnouncementPanel,
)
export const AuditList = lazyPart(
  async () => (await import('../../audit/audit-list.tsx')).AuditList,
)
export const ClosedSeasons = lazyPart(
  async () => (await import('../../check-history/closed-seasons.tsx')).ClosedSeasons,
)
export const CloseSeason = lazyPart(
  async () => (await import('../../privacy/close-season.tsx')).CloseSeason,
)
export const Disputes = lazyPart(async () => (await import('./disputes.tsx')).Disputes)
export const FirstRun = lazyPart(async () => (await import('../../tents/first-run.tsx')).FirstRun)
export const HealthPanel = lazyPart(
  async () => (await import('../../operations/health-panel.tsx')).HealthPanel,
)
export const LatestEvent = lazyPart(
  async () => (await import('../../audit/audit-list.tsx')).LatestEvent,
)
export const NoticeList = lazyPart(
  async () => (await import('../../notices/notice-list.tsx')).NoticeList,
)
export const PageEditor = lazyPart(
  async () => (await import('../../pages/editing/page-editor.tsx')).PageEditor,
)
export const PersonForm = lazyPart(
  async () => (await import('../../privacy/person-form.tsx')).PersonForm,
)
export const ProofWarning = lazyPart(
  async () => (await import('../../accounts/proof-warning.tsx')).ProofWarning,
)
export const RosterFile = lazyPart(
  async () => (await import('../../tents/roster/roster-file.tsx')).RosterFile,
)
export const RulesChanges = lazyPart(
  async () => (await import('../../season/rules-changes.tsx')).RulesChanges,
)
export const SafeLine = lazyPart(
  async () => (await import('../../operations/health-panel.tsx')).SafeLine,
)
export const ScriptTokens = lazyPart(
  async () => (await import('../../programs/script-tokens.tsx')).ScriptTokens,
)
export const SeasonSection = lazyPart(
  async () => (await import('../../season/season-section.tsx')).SeasonSection,
)
export const TentLinkForm = lazyPart(
  async () => (await import('../../settings/tent-link-form.tsx')).TentLinkForm,
)
export const Tents = lazyPart(async () => (await import('./tents.tsx')).Tents)
export const UploadForm = lazyPart(
  async () => (await import('../../documents/upload-form.tsx')).UploadForm,
)
