import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { accountRoutes } from './account/account.routes.ts';
import { authenticate } from './account/session/sessions.service.ts';
import { startExpiryCleanup } from './account/expiry-cleanup.ts';
import { callFeeRoutes } from './call-fees/call-fees.routes.ts';
import { disbursementRoutes } from './disbursements/disbursements.routes.ts';
import { entryRoutes } from './entries/entries.routes.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { loadAttachment } from './mail/mail-attachment.ts';
import { mailRoutes } from './mail/mail.routes.ts';
import { firmRoutes } from './firms/firms.routes.ts';
import { matterRoutes } from './matters/matters.routes.ts';
import { type AfterResponse, createAfterResponse } from './platform/http/after-response.ts';
import type { Config } from './startup/config.ts';
import { type Clock, systemClock } from './platform/core/clock.ts';
import { createAllFirmsScope } from './platform/core/actor.ts';
import { cspReportRoutes } from './platform/monitoring/csp-reports.ts';
import { unscopedConnections, type Db, withScope } from './platform/database/connections.ts';
import {
  installRequestGuard,
  setBaseHeaders,
  rejectMalformedRequest,
} from './platform/http/request-guard.ts';
import { AppError } from './platform/core/app-error.ts';
import { sendError, sendNotFound } from './platform/http/error-handler.ts';
import { healthRoutes, type Readiness } from './platform/monitoring/health.ts';
import { pathOfTarget } from './platform/security/allowed-hosts.ts';
import type { JobHandlers } from './platform/jobs/worker.ts';
import { takeJson } from './platform/http/json-bodies.ts';
import { alwaysInfo } from './platform/core/log.ts';
import { mailJobs } from './mail/delivery/deliver-mail.ts';
import { createMailer } from './mail/delivery/mailer.ts';
import { metricsRoutes } from './platform/monitoring/metrics.ts';
import { type AuthContext, userIdOf } from './platform/http/register-endpoints.ts';
import {
  clientAddress,
  isPrivateAddress,
  wideRateLimitNetwork,
} from './platform/security/client-address.ts';
import { openApiRoutes } from './platform/http/openapi.ts';
import { serveSite } from './platform/http/static-site.ts';
import { logThrottled, flushThrottledLogs } from './platform/core/rejection-log.ts';
import { securityEvents } from './platform/security/security-log.ts';
import { createSecretKeys } from './platform/security/secret-key.ts';
import { longestPause } from './platform/http/slow-readers.ts';
import type { SmsGateway } from './sms/gateway.ts';
import { createSmsSender } from './sms/sms.service.ts';
import { createSpool, type SpoolOptions } from './platform/http/body-spool.ts';
import { createLimiter } from './platform/core/fair-turns.ts';
import { hasDemo, seedDemo } from './seeds/demo.ts';
import { guardPublicDemo } from './seeds/public-demo.ts';
import { signInLines } from './seeds/sign-ins.ts';
import { userRoutes } from './users/users.routes.ts';
import { fillEmptyDatabase } from './users/users.service.ts';

export type AppOptions = {
  db: Db;
  publicUrl: string;
  /** The sender of mails, for the page to name. */
  mailFrom?: string;
  /** Without them every host is served (`hosts.ts`). */
  servedHosts?: readonly string[] | undefined;
  clock?: Clock;
  log?: FastifyBaseLogger;
  readiness?: Readiness;
  /** Without one no SMS leaves. */
  smsGateway?: SmsGateway;
  background?: AfterResponse;
  /** Where bodies and answers are that are too large for memory, and how slowly they may come. */
  spool?: Partial<SpoolOptions>;
  /** How long (ms) a client that downloads may take nothing. */
  longestPause?: number;
  /** The folder of the built page; without it only the API is served. */
  webRoot?: string;
  /** Opens `/metrics`; without it there is none. */
  metricsToken?: string;
  /** See `secret-key.ts`. */
  secretKey?: string | undefined;
};

/** All rooms behind one door. `main.ts` listens; tests inject. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    db,
    clock = systemClock,
    readiness = { isReady: true },
    background = createAfterResponse(),
  } = options;
  const isSecure = options.publicUrl.startsWith('https:');
  const app = createServer(options, isSecure);
  app.addHook('onRequest', (_request, reply, next) => {
    // Whoever asks again asks another process.
    if (readiness.isStopping === true) void reply.header('connection', 'close');
    next();
  });
  const everywhere = withScope(db, createAllFirmsScope());
  const sweep = startExpiryCleanup({ db: everywhere, clock, log: app.log });
  app.addHook('onClose', async () => {
    sweep.stop();
    await background.settled();
  });
  const sms = createSmsSender({
    db: everywhere,
    gateway: options.smsGateway ?? { send: async () => {} },
  });
  const gate = createGate(options, clock);
  await app.register(cookie);
  healthRoutes(app, { db: everywhere, readiness });
  if (options.metricsToken !== undefined) metricsRoutes(app, { db, token: options.metricsToken });
  await app.register((api, _, done) => {
    api.addHook('onRequest', (_request, _reply, next) =>
      next(readiness.isReady ? undefined : new AppError('unavailable')),
    );
    const keys = createSecretKeys(everywhere, options.secretKey);
    accountRoutes(api, gate, {
      isSecure,
      host: new URL(options.publicUrl).hostname,
      sms,
      background,
      keys,
    });
    userRoutes(api, gate, { ...options, sms, background });
    firmRoutes(api, gate);
    disbursementRoutes(api, gate);
    callFeeRoutes(api, gate);
    matterRoutes(api, gate);
    entryRoutes(api, gate);
    exportRoutes(api, gate, options);
    mailRoutes(api, gate);
    openApiRoutes(api);
    cspReportRoutes(api, { db: everywhere, clock });
    done();
  });
  if (options.webRoot === undefined) app.setNotFoundHandler(sendNotFound);
  else await serveSite(app, { webRoot: options.webRoot, isSecure });
  return app;
}

/** Ten downloads of a user, thirty of a firm: each may be read slowly. */
const downloadLimits = {
  what: 'downloads',
  atOnce: Infinity,
  ofFirm: Infinity,
  placesOfFirm: 30,
  placesOfUser: 10,
  longestWaitMs: 0,
};

function createGate(options: AppOptions, clock: Clock): AuthContext {
  const door = unscopedConnections(options.db);
  return {
    db: options.db,
    clock,
    spool: createSpool({ folder: join(tmpdir(), 'recoup-spool'), ...options.spool }),
    downloads: createLimiter(downloadLimits),
    longestPause: options.longestPause ?? longestPause,
    authenticate: async (token, now) => authenticate(door, token, now),
  };
}

/** What the rooms do behind the requests, by the names of their jobs. */
export function jobHandlers(
  db: Db,
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
): JobHandlers {
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outboxDir: join(config.dataDir, 'outbox'),
  });
  return {
    ...mailJobs({
      db: withScope(db, createAllFirmsScope(), 'jobs'),
      mailer,
      loadAttachment: loadAttachment,
    }),
  };
}

/** Fills an empty database: the system administrator, and the demo where it is wanted. Returns the lines to print after the address. */
export async function prepareFirstStart(db: Db, config: Config, now: Date): Promise<string[]> {
  const admin = await fillEmptyDatabase(db, {
    admin: config.admin,
    ...(config.seedsDemo && { seed: (trx) => seedDemo(trx, now) }),
  });
  const made = admin?.generatedPassword;
  return [
    ...(made === undefined
      ? []
      : [
          `System admin: ${admin?.email}  ${made}  (shown this once; the first sign-in must change it)`,
        ]),
    ...((await hasDemo(db)) ? signInLines() : []),
    ...(await guardPublicDemo(db, config)),
  ];
}

/** Where the page's address is https, somebody else ends TLS: a proxy, which says whom it speaks for. */
function createServer({ log, servedHosts }: AppOptions, isSecure: boolean): FastifyInstance {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    bodyLimit: 32 * 1024,
    trustProxy:
      isSecure && ((address: string, hop: number) => hop === 0 && isPrivateAddress(address)),
    // Time for a file of 150 MB over a line of 5 Mbit/s; a connection on which nothing moves is closed after a minute.
    requestTimeout: 300_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // One line a request, written below.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => pathOfTarget(url),
    routerOptions: { maxParamLength: 64 },
    // A call is asked by its own method alone: HEAD of a download would enter it in the ledger.
    exposeHeadRoutes: false,
    // Both are refused by `installRequestGuard`, with our own headers and words. Slow requests are looked for every five seconds, not every thirty.
    return503OnClosing: false,
    http: { requireHostHeader: false, connectionsCheckingInterval: 5_000 },
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, setBaseHeaders(reply, { isSecure })),
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, { isSecure }),
  });
  installRequestGuard(app, { isSecure, servedHosts });
  // JSON alone: a form or a text/plain body could be sent across sites without asking.
  app.removeContentTypeParser('text/plain');
  takeJson(app);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
  app.addHook('onClose', (_, done) => {
    for (const source of [app.server, securityEvents]) flushThrottledLogs(source);
    done();
  });
  return app;
}

/** The route's pattern, never the URL: a query may hold an e-mail. Reads that went well are left to the proxy's log; a refusal is evidence. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const address = clientAddress(request);
  const what = {
    method,
    route: routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
  const line = { ...what, address, userId: userIdOf(request) };
  const isUnderLoad = reply.statusCode === 429 || reply.statusCode === 503;
  const kind = `${line.status} ${line.route} ${wideRateLimitNetwork(address)}`;
  if (isUnderLoad)
    logThrottled(request.server.server, kind, (unwritten) =>
      alwaysInfo(request.log).info({ ...line, unwritten }, 'request'),
    );
  else if (reply.statusCode >= 400) alwaysInfo(request.log).info(line, 'request');
  else if (method === 'GET') request.log.debug(line, 'request');
  else request.log.info(line, 'request');
}
