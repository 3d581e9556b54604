import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { endSessionsOver } from './accounts/ended-sessions.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { sessionFinder } from './accounts/sessions.ts'
import { openSignIns } from './accounts/sign-in.ts'
import { findEnabledLocked } from './accounts/store.ts'
import { airtableClient, type OpenTable } from './airtable/client.ts'
import { auditRoutes } from './audit/routes.ts'
import { openBackgroundWork } from './background-work.ts'
import { serveCampus } from './campus/round-trip.ts'
import { campusRoutes } from './campus/routes.ts'
import { checkHistoryRoutes } from './check-history/routes.ts'
import type { Context } from './context.ts'
import { backupToSend } from './db/backup.ts'
import { disputesRoutes } from './disputes/routes.ts'
import { documentsRoutes } from './documents/routes.ts'
import { serveDocuments } from './documents/serve.ts'
import { messagesInFewPieces } from './http/body-pieces.ts'
import { leadsToApp, serveBuiltApp } from './http/built-app.ts'
import { addEndpoints, paramLengthAtMost } from './http/endpoints.ts'
import {
  answerErrors,
  answerOddHeads,
  brokenHttpAnswerer,
  headerBytesAtMost,
  headersArriveMs,
  refusalOf,
  sendRefusal,
} from './http/errors.ts'
import { keepFailures } from './http/failures.ts'
import { addSecurityHeaders, securityHeaders } from './http/headers.ts'
import { logOptions, nameRequests } from './http/log.ts'
import type { LogStream } from './http/log-output.ts'
import { limitConnections } from './http/open-connections.ts'
import { limitRequests, requestArrivesMs } from './http/open-requests.ts'
import { withoutOtherUpgrades } from './http/other-upgrades.ts'
import { endUntakenAnswers } from './http/untaken-answers.ts'
import { openLive } from './live/live.ts'
import { openPlanner } from './notices/planner.ts'
import { noticesRoutes } from './notices/routes.ts'
import { tellPeople } from './notices/worker.ts'
import { serveOperations } from './operations/probes.ts'
import { operationsRoutes } from './operations/routes.ts'
import { pagesRoutes } from './pages/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { programsRoutes, scriptFinder } from './programs/routes.ts'
import { rosterSyncRoutes } from './roster-sync/routes.ts'
import { workForAirtable } from './roster-sync/worker.ts'
import { seasonReader } from './season/reader.ts'
import { seasonRoutes } from './season/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { openSearches } from './shifts/jobs.ts'
import { shiftsRoutes } from './shifts/routes.ts'
import { teamStatsRoutes } from './team-stats/routes.ts'
import { teamStatsService } from './team-stats/service.ts'
import { announcer } from './tent-check/announce.ts'
import { watchForEmptyCheck } from './tent-check/automatic-end.ts'
import type { LedgerNews } from './tent-check/ledger/cached-ledger.ts'
import { type Ledger, openLedger } from './tent-check/ledger/ledger.ts'
import { tentCheckLive } from './tent-check/live.ts'
import { picturesOf } from './tent-check/pictures.ts'
import { watchPresence } from './tent-check/presence.ts'
import { tentCheckRoutes } from './tent-check/routes.ts'
import { tentsRoutes } from './tents/routes.ts'

export type AppOptions = Omit<Context, 'log'> & {
  /** The built browser app; null: the calls alone, as in tests. */
  builtAppFolder: string | null
  /** For files that can be made anew; of this server alone, and empty when it begins. */
  cacheFolder: string
  /** Absent: standard output. */
  logStream?: LogStream
}

/** Builds the whole server from the features and the parts that they share. */
export async function createApp({
  builtAppFolder,
  cacheFolder,
  logStream,
  ...given
}: AppOptions): Promise<FastifyInstance> {
  const { config } = given
  const headers = securityHeaders(config.publicUrl)
  const app = Fastify({
    logger: logOptions(config, logStream),
    genReqId: given.newId,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: paramLengthAtMost },
    http: {
      maxHeaderSize: headerBytesAtMost,
      headersTimeout: headersArriveMs,
      connectionsCheckingInterval: 5000,
      requireHostHeader: false,
      IncomingMessage: withoutOtherUpgrades(messagesInFewPieces(headers)),
    },
    // The limit for requests that are no calls; each call has its own.
    bodyLimit: 16_384,
    requestTimeout: requestArrivesMs,
    clientErrorHandler: brokenHttpAnswerer(headers),
    // For an address that cannot be decoded, Fastify calls this instead of handlers and hooks.
    frameworkErrors: (error, { method, url }, reply) => {
      reply.headers(headers)
      if (method === 'GET' && leadsToApp(url.slice(1))) return reply.redirect('/')
      return sendRefusal(reply, refusalOf(error))
    },
  })
  const ctx: Context = { ...given, log: app.log }
  const findSession = sessionFinder(ctx)
  const live = openLive(app.server, ctx, findSession)
  const announce = announcer(ctx, live, { epoch: () => ledger.epoch() })
  const presence = watchPresence(ctx, live, { running: () => ledger.running() })
  const planner = openPlanner(ctx)
  const tell = (change: LedgerNews) => {
    announce(change)
    presence.tellSoon()
  }
  const ledger: Ledger = openLedger(ctx, live, tell, planner.onEvents)
  const readPictures = picturesOf(ctx, ledger)
  const signIns = openSignIns(ctx, live)
  const background = openBackgroundWork(ctx)
  const readSeason = seasonReader(ctx)
  const openTable: OpenTable = (table, waiting) => airtableClient(ctx, table, waiting)
  const searches = openSearches(ctx, () => ledger.running() !== null)
  live.onNotification('check', ledger.catchUp)
  live.onNotification('roster', ledger.rosterChanged)
  live.onMissedNotifications(ledger.catchUp)
  live.onMissedNotifications(ledger.rosterChanged)
  live.onMissedNotifications(presence.askOthers)

  limitConnections(app.server, config)
  nameRequests(app)
  await app.register(cookie)
  addSecurityHeaders(app, config.publicUrl)
  answerOddHeads(app)
  limitRequests(app, config, headers)
  endUntakenAnswers(app, ctx)
  const failures = keepFailures()
  answerErrors(app, failures, ctx.now)
  addEndpoints(app, ctx, findSession, scriptFinder(ctx), findEnabledLocked, {
    ...accountsRoutes(ctx, live, signIns, background),
    ...campusRoutes(ctx, live, signIns),
    ...tentsRoutes(ctx, signIns.limits),
    ...tentCheckRoutes(ctx, ledger, readPictures),
    ...checkHistoryRoutes(ctx, ledger, readSeason),
    ...rosterSyncRoutes(ctx, openTable),
    ...settingsRoutes(ctx),
    ...documentsRoutes(ctx),
    ...pagesRoutes(ctx),
    ...teamStatsRoutes(teamStatsService(ctx)),
    ...disputesRoutes(ctx, ledger),
    ...seasonRoutes(ctx, readSeason),
    ...auditRoutes(ctx),
    ...privacyRoutes(ctx, live),
    ...noticesRoutes(ctx, planner),
    ...shiftsRoutes(ctx, ledger, searches, signIns.limits),
    ...programsRoutes(ctx),
    ...operationsRoutes(ctx, { failures, makeBackup: () => backupToSend(ctx, cacheFolder) }),
  })
  serveCampus(app, ctx, live, signIns)
  serveDocuments(app, ctx, cacheFolder)
  serveOperations(app, ctx, live, ledger)
  serveBuiltApp(app, builtAppFolder)

  tentCheckLive(ctx, live, ledger, readPictures)
  const stopWatching = watchForEmptyCheck(ctx, ledger)
  const stopEnding = endSessionsOver(ctx, live)
  const stopWorking = workForAirtable(ctx, openTable, ledger.catchUp)
  const stopTelling = tellPeople(ctx, planner)
  const unsubscribe = await live.subscribe()
  await presence.askOthers()
  // Reads the running check before anyone can connect, so that it is not announced as a new one.
  await ledger.catchUp()
  let worksOver: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    worksOver = Promise.all([stopWorking(), stopTelling()])
    presence.stop()
    await stopWatching()
    await stopEnding()
    await searches.close()
    await unsubscribe()
    await live.close()
  })
  // After the last request the background work ends first, then the planner, so that what this
  // work wrote can still be planned. The hook that was added last runs first. Mails under way are
  // waited for only then: pages connect elsewhere meanwhile.
  app.addHook('onClose', () => planner.close())
  app.addHook('onClose', async () => void (await worksOver))
  app.addHook('onClose', background.settled)
  return app
}
