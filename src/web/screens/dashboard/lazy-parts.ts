import { lazyPart } from '../../api/lazy-part.tsx'

// Closed parts are loaded when opened, parts further down a moment after the rest.
export const AirtableForm = lazyPart(
  async () => (await import('../../settings/airtable-form.tsx')).AirtableForm,
).Part
export const AnnouncementPanel = lazyPart(
  async () => (await import('../../pages/editing/announcement-panel.tsx')).AnnouncementPanel,
).Part
export const AuditList = lazyPart(
  async () => (await import('../../audit/audit-list.tsx')).AuditList,
).Part
export const ClosedSeasons = lazyPart(
  async () => (await import('../../check-history/closed-seasons.tsx')).ClosedSeasons,
).Part
export const CloseSeason = lazyPart(
  async () => (await import('../../privacy/close-season.tsx')).CloseSeason,
).Part
export const Disputes = lazyPart(async () => (await import('./disputes.tsx')).Disputes).Part
export const FirstRun = lazyPart(
  async () => (await import('../../tents/first-run.tsx')).FirstRun,
).Part
export const HealthPanel = lazyPart(
  async () => (await import('../../operations/health-panel.tsx')).HealthPanel,
).Part
export const LatestEvent = lazyPart(
  async () => (await import('../../audit/audit-list.tsx')).LatestEvent,
).Part
export const NoticeList = lazyPart(
  async () => (await import('../../notices/notice-list.tsx')).NoticeList,
).Part
export const PageEditor = lazyPart(
  async () => (await import('../../pages/editing/page-editor.tsx')).PageEditor,
).Part
export const PersonForm = lazyPart(
  async () => (await import('../../privacy/person-form.tsx')).PersonForm,
).Part
export const ProofWarning = lazyPart(
  async () => (await import('../../accounts/proof-warning.tsx')).ProofWarning,
).Part
export const RosterFile = lazyPart(
  async () => (await import('../../tents/roster/roster-file.tsx')).RosterFile,
).Part
export const RulesChanges = lazyPart(
  async () => (await import('../../season/rules-changes.tsx')).RulesChanges,
).Part
export const SafeLine = lazyPart(
  async () => (await import('../../operations/health-panel.tsx')).SafeLine,
).Part
export const ScriptTokens = lazyPart(
  async () => (await import('../../programs/script-tokens.tsx')).ScriptTokens,
).Part
export const SeasonSection = lazyPart(
  async () => (await import('../../season/season-section.tsx')).SeasonSection,
).Part
export const TentLinkForm = lazyPart(
  async () => (await import('../../settings/tent-link-form.tsx')).TentLinkForm,
).Part
export const Tents = lazyPart(async () => (await import('./tents.tsx')).Tents).Part
export const UploadForm = lazyPart(
  async () => (await import('../../documents/upload-form.tsx')).UploadForm,
).Part
