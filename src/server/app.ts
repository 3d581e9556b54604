import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { accountsRoutes } from './accounts/routes.ts'
import { sessionFinder } from './accounts/sessions.ts'
import { findUserLocked } from './accounts/store.ts'
import type { Context } from './context.ts'
import { documentsRoutes } from './documents/routes.ts'
import { serveDocuments } from './documents/serve.ts'
import { addEndpoints } from './http/endpoints.ts'
import { answerBrokenHttp, answerErrors, refusalOf, sendRefusal } from './http/errors.ts'
import { addSecurityHeaders } from './http/headers.ts'
import { type LogStream, logOptions, nameRequests } from './http/log.ts'
import { addPages } from './http/pages.ts'
import { endUntakenAnswers } from './http/untaken-answers.ts'
import { openLive } from './live/live.ts'
import { serveOperations } from './operations/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { recordRoutes } from './record/routes.ts'
import { rosterSyncRoutes } from './roster-sync/routes.ts'
import { workForAirtable } from './roster-sync/worker.ts'
import { seasonReader } from './season/reader.ts'
import { seasonRoutes } from './season/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { teamStatsRoutes } from './team-stats/routes.ts'
import { announcer } from './tent-check/announce.ts'
import { watchForEmptyCheck } from './tent-check/automatic-end.ts'
import { type Ledger, openLedger } from './tent-check/ledger/ledger.ts'
import { tentCheckLive } from './tent-check/live.ts'
import { picturesOf } from './tent-check/pictures.ts'
import { tentCheckRoutes } from './tent-check/routes.ts'
import { tentsRoutes } from './tents/routes.ts'

export type AppOptions = Omit<Context, 'log'> & {
  /** The built browser app; null: the calls alone, as in tests. */
  pagesFolder: string | null
  /** For files that can be made anew; of this server alone, and empty when it begins. */
  cacheFolder: string
  /** Absent: standard output. */
  logStream?: LogStream
}

/** The whole server, joined: the features and the machinery they stand on. */
export async function createApp({
  pagesFolder,
  cacheFolder,
  logStream,
  ...given
}: AppOptions): Promise<FastifyInstance> {
  const { config } = given
  const app = Fastify({
    logger: logOptions(config, logStream),
    genReqId: given.newId,
    bodyLimit: 1_048_576,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: false },
    http: { maxHeaderSize: 32_768, headersTimeout: 20_000 },
    // Fifteen megabytes over bad Wi-Fi take their time; who sends a byte a second is cut off.
    requestTimeout: 180_000,
    clientErrorHandler: answerBrokenHttp,
    // An address that cannot be decoded finds no route, nor the handler of errors.
    frameworkErrors: (error, _request, reply) => sendRefusal(reply, refusalOf(error)),
  })
  const ctx: Context = { ...given, log: app.log }
  const findSession = sessionFinder(ctx)
  const live = openLive(app.server, ctx, findSession)
  const ledger: Ledger = openLedger(
    ctx,
    live,
    announcer(ctx, live, { epoch: () => ledger.epoch() }),
  )
  const readPictures = picturesOf(ctx, ledger)
  const readSeason = seasonReader(ctx)
  live.onCheckBell(ledger.catchUp)

  nameRequests(app)
  await app.register(cookie)
  addSecurityHeaders(app, config.publicUrl)
  endUntakenAnswers(app)
  answerErrors(app)
  addEndpoints(app, ctx, findSession, findUserLocked, {
    ...accountsRoutes(ctx, live),
    ...tentsRoutes(ctx),
    ...tentCheckRoutes(ctx, ledger, readPictures),
    ...rosterSyncRoutes(ctx),
    ...settingsRoutes(ctx),
    ...documentsRoutes(ctx),
    ...teamStatsRoutes(ctx),
    ...seasonRoutes(ctx, readSeason),
    ...recordRoutes(ctx),
    ...privacyRoutes(ctx),
  })
  serveDocuments(app, ctx, cacheFolder)
  serveOperations(app, ctx, live, ledger)
  addPages(app, pagesFolder)

  tentCheckLive(ctx, live, ledger, readPictures)
  const stopWatching = watchForEmptyCheck(ctx, ledger)
  const stopWorking = workForAirtable(ctx)
  const stopHearing = await live.hearOthers()
  // What is under way already is no news to anyone who connects.
  await ledger.catchUp()
  app.addHook('preClose', async () => {
    stopWatching()
    stopWorking()
    await stopHearing()
    await live.close()
  })
  return app
}
