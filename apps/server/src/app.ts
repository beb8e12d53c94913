import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { accountRoutes } from './account/account.routes.ts';
import { authenticate } from './account/session/sessions.service.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { authenticateKey, isApiKey } from './api-keys/key-authentication.service.ts';
import { assistantRoutes } from './assistants/assistants.routes.ts';
import { auditRoutes, incidentRoutes } from './audit/audit.routes.ts';
import { deleteOldPrivateCalls } from './call-records/decisions/decisions.repository.ts';
import { callRecordRoutes } from './call-records/call-records.routes.ts';
import { callEventRoutes } from './call-records/events/events.routes.ts';
import { type GraphAddresses, microsoft } from './call-records/pulls/graph.ts';
import { callFeeRoutes, annexureRoutes } from './call-fees/call-fees.routes.ts';
import { disbursementRoutes } from './disbursements/disbursements.routes.ts';
import { bulkCorrectionRoutes, entryRoutes } from './entries/entries.routes.ts';
import { voucherFileRoutes } from './entries/vouchers/entry-vouchers.routes.ts';
import { entryVouchers } from './entries/vouchers/entry-vouchers.service.ts';
import { lockClosings } from './exports/closings.service.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { handOverRoutes, intakeRoutes } from './hand-over/hand-over.routes.ts';
import { listViewRoutes } from './list-views/list-views.routes.ts';
import { countOpenExceptions } from './month-end/exceptions/exceptions.service.ts';
import { exceptionRoutes, signOffRoutes } from './month-end/month-end.routes.ts';
import { mailRoutes } from './mail/mail.routes.ts';
import { firmRoutes } from './firms/firms.routes.ts';
import { vatRoutes } from './vat/vat.routes.ts';
import { labelRoutes } from './matters/labels/labels.routes.ts';
import { matterRoutes } from './matters/matters.routes.ts';
import { type AfterResponse, createAfterResponse } from './platform/http/after-response.ts';
import type { Config } from './startup/config.ts';
import { createServer } from './startup/http-server.ts';
import { type Clock, systemClock, minutes } from './platform/core/clock.ts';
import { createAllFirmsScope } from './platform/core/actor.ts';
import { cspReportRoutes } from './platform/monitoring/csp-reports.ts';
import { type Egress, createEgress } from './platform/egress/egress.ts';
import { type Db, withoutFirm, withScope } from './platform/database/connections.ts';
import { AppError } from './platform/core/app-error.ts';
import { createHold, heldLine, type Hold } from './platform/hold/hold.ts';
import { sendNotFound } from './platform/http/error-handler.ts';
import type { EventLoopWatch } from './platform/monitoring/event-loop.ts';
import { healthRoutes, type Readiness } from './platform/monitoring/health.ts';
import { metricsRoutes } from './platform/monitoring/metrics.ts';
import { createWriteProbe, type WriteProbe } from './platform/monitoring/write-probe.ts';
import { createReadCounter, type ReadCounter } from './platform/http/read-counter.ts';
import type { AuthContext } from './platform/http/register-endpoints.ts';
import { assertPostable } from './posting/postable.service.ts';
import { createPostingFile } from './posting/posting-files.service.ts';
import { countFailures, operationsRoutes } from './operations/operations.routes.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { postingRoutes } from './posting/posting.routes.ts';
import { feeChangeRoutes } from './fee-changes/fee-changes.routes.ts';
import { feeMatrixRoutes } from './fee-matrix/fee-matrix.routes.ts';
import { deleteOldPendingFactors } from './second-factor/enrolment.ts';
import { createFactorTools } from './second-factor/logon-factors.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { requireFactorKey, requireFactorsPossible } from './second-factor/vault.ts';
import { signOnRoutes } from './sign-on/sign-on.routes.ts';
import { deleteOldFlows } from './sign-on/flows.service.ts';
import { packRoutes, statementRoutes } from './statements/statements.routes.ts';
import { supplierAccountRoutes, supplierRoutes } from './suppliers/suppliers.routes.ts';
import { accountVouchers } from './suppliers/account-vouchers.service.ts';
import { voucherLinkRoutes } from './vouchers/vouchers.routes.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';
import { deleteOldDeliveries } from './webhooks/events.service.ts';
import { openApiRoutes } from './platform/http/openapi.ts';
import { securityTextRoute } from './platform/http/security-text.ts';
import { serveSite } from './platform/http/static-site.ts';
import { findLostSecrets, lostSecretLines } from './platform/security/lost-secrets.ts';
import { createSealer } from './platform/security/sealing.ts';
import { createSecretKeys, readSecretKey } from './platform/security/secret-key.ts';
import { maxPauseMs, createReplyLimiters } from './platform/http/replies/reply-limiters.ts';
import type { SmsGateway } from './sms/create-gateway.ts';
import { createSmsSender } from './sms/sms.service.ts';
import { createSpool, type SpoolOptions } from './platform/http/bodies/body-spool.ts';
import { importDemoCalls } from './seeds/demo-call-month.ts';
import { seedDemo } from './seeds/demo.ts';
import { guardPublicDemo, signInLines } from './seeds/public-demo.ts';
import { scimRoutes } from './users/provisioning/scim.routes.ts';
import { userRoutes } from './users/users.routes.ts';
import { fillEmptyDatabase, firstAdminLines } from './users/registration/register-firm-admin.ts';
import type { EventLog } from './platform/security/security-log.ts';
import { createVoucherLimiter, deleteUnlinkedVouchers } from './vouchers/vouchers.service.ts';
import { deleteExpired } from './account/expired-rows.repository.ts';

export type AppOptions = {
  db: Db;
  publicUrl: string;
  /** For the page, and for security.txt. */
  mailFrom?: string;
  /** Absent: every host is served (`allowed-hosts.ts`). */
  servedHosts?: readonly string[] | undefined;
  clock?: Clock;
  log?: FastifyBaseLogger;
  readiness?: Readiness;
  smsGateway?: SmsGateway;
  background?: AfterResponse;
  /** Options for large bodies and replies. */
  spool?: Partial<SpoolOptions>;
  /** Milliseconds that a client may read nothing. */
  maxPauseMs?: number;
  /** Folder of the built page; without it only the API is served. */
  webRoot?: string;
  eventLoop?: EventLoopWatch;
  /** Without it there is no `/metrics`. */
  metricsToken?: string;
  /** Absent: one of its own, which is asked by requests alone. */
  writing?: WriteProbe;
  /** Absent: held where the database says so. */
  hold?: Hold;
  /** SMTP_OAUTH_SECRET_EXPIRES, for the metrics. */
  smtpSecretExpires?: string | undefined;
  /** See `secret-key.ts`. */
  secretKey?: string | undefined;
  /** Absent: to public addresses only. */
  egress?: Egress;
  /** Absent: Microsoft's own. */
  graph?: GraphAddresses;
  /** The day from which system admins must have a second factor. */
  systemAdminFactorFrom?: string | undefined;
};

/** Composition root. `server.ts` listens; tests inject. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock = systemClock, background = createAfterResponse() } = options;
  const { readiness = { isReady: true } } = options;
  const isSecure = options.publicUrl.startsWith('https:');
  const app = createServer({ ...options, isSecure });
  app.addHook('onRequest', (_request, reply, next) => {
    // The client reconnects, to another process behind the proxy.
    if (readiness.isStopping === true) void reply.header('connection', 'close');
    next();
  });
  const everywhere = withScope(db, createAllFirmsScope());
  const hold = options.hold ?? createHold(everywhere, { isSet: false });
  const sweep = startExpiryCleanup({
    db: everywhere,
    clock,
    log: app.log,
    deleteMore: deleteOldRows,
  });
  const reads = createReadCounter({ db, log: app.log });
  app.addHook('onClose', async () => {
    sweep.stop();
    await background.settled();
    await reads.stop();
  });
  await app.register(cookie);
  addMonitoring(app, { ...options, everywhere, hold, readiness });
  await app.register((api, _, done) => {
    api.addHook('onRequest', (_request, _reply, next) =>
      next(readiness.isReady ? undefined : new AppError('unavailable')),
    );
    addRooms(api, { ...options, everywhere, hold, clock, background, reads, isSecure });
    done();
  });
  const { mailFrom: contact, publicUrl } = options;
  if (contact !== undefined) securityTextRoute(app, { contact, publicUrl, clock });
  if (options.webRoot === undefined) app.setNotFoundHandler(sendNotFound);
  else await serveSite(app, { webRoot: options.webRoot, isSecure, isHeld: hold.isHeld });
  return app;
}

type MonitoringOptions = AppOptions & { everywhere: Db; hold: Hold; readiness: Readiness };

function addMonitoring(app: FastifyInstance, options: MonitoringOptions): void {
  const { db, everywhere, hold, readiness, metricsToken: token, smtpSecretExpires } = options;
  const { writing = createWriteProbe({ db: everywhere, log: app.log }), clock = systemClock } =
    options;
  healthRoutes(app, { hold, readiness, writing });
  if (token === undefined) return;
  metricsRoutes(app, {
    db,
    hold,
    writing,
    token,
    clock,
    smtpSecretExpires,
    countFailures: async () => countFailures(everywhere, clock.now()),
  });
}

async function deleteOldRows(rows: Db, now: Date): Promise<void> {
  await deleteOldPrivateCalls(rows, now);
  await deleteOldPendingFactors(rows, now);
  await deleteOldDeliveries(rows, now);
  await deleteOldFlows(rows, now);
  await deleteUnlinkedVouchers(rows, now);
}

type RoomOptions = AppOptions & {
  everywhere: Db;
  hold: Hold;
  clock: Clock;
  background: AfterResponse;
  reads: ReadCounter;
  isSecure: boolean;
};

function addRooms(api: FastifyInstance, options: RoomOptions): void {
  const auth = createAuthContext(options);
  addAccounts(api, auth, options);
  addWork(api, auth, options);
  addIntegrations(api, auth, options);
  operationsRoutes(api, auth);
  auditRoutes(api, auth);
  incidentRoutes(api, auth);
  openApiRoutes(api);
  cspReportRoutes(api, { db: options.everywhere, clock: options.clock });
}

function addAccounts(api: FastifyInstance, auth: AuthContext, options: RoomOptions): void {
  const { everywhere, background, isSecure } = options;
  const gateway = options.smsGateway ?? { send: async () => {} };
  const sms = createSmsSender({ db: everywhere, gateway });
  const keys = createSecretKeys(everywhere, options.secretKey);
  const host = new URL(options.publicUrl).hostname;
  const factors = createFactorTools(everywhere, options);
  accountRoutes(api, auth, { isSecure, host, sms, background, keys, factors });
  secondFactorRoutes(api, auth, { factors, sms, background });
  userRoutes(api, auth, { ...options, sms, background });
  scimRoutes(api, auth, { ...options, sms, background });
  const { egress = createEgress({ allow: undefined }) } = options;
  const signOn = { egress, sealer: createSealer(options.secretKey, 'single sign-on') };
  firmRoutes(api, auth, { ...signOn, areFactorsPossible: factors.arePossible });
  signOnRoutes(api, auth, {
    ...signOn,
    isSecure,
    publicUrl: options.publicUrl,
    askFactor: factors.ask,
  });
}

function addWork(api: FastifyInstance, auth: AuthContext, options: RoomOptions): void {
  vatRoutes(api, auth);
  disbursementRoutes(api, auth);
  callFeeRoutes(api, auth);
  annexureRoutes(api, auth);
  matterRoutes(api, auth);
  labelRoutes(api, auth, { isSecure: options.isSecure });
  entryRoutes(api, auth);
  bulkCorrectionRoutes(api, auth, { lockClosings });
  const withVouchers = { ...auth, bodyLimiter: createVoucherLimiter() };
  voucherFileRoutes(api, withVouchers);
  voucherLinkRoutes(api, withVouchers, { entries: entryVouchers, accounts: accountVouchers });
  supplierRoutes(api, auth);
  supplierAccountRoutes(api, auth);
  listViewRoutes(api, auth);
  exportRoutes(api, auth, {
    ...options,
    rooms: { countExceptions: countOpenExceptions, assertPostable },
    createPostingFile,
  });
  mailRoutes(api, auth);
  postingRoutes(api, auth);
  statementRoutes(api, auth);
  packRoutes(api, auth);
  feeChangeRoutes(api, auth);
  feeMatrixRoutes(api, auth);
  signOffRoutes(api, auth);
  exceptionRoutes(api, auth);
  overviewRoutes(api, auth);
}

/** Routes that connect other systems. */
function addIntegrations(api: FastifyInstance, auth: AuthContext, options: RoomOptions): void {
  const { egress = createEgress({ allow: undefined }) } = options;
  apiKeyRoutes(api, auth);
  const sftp = { egress, sealer: createSealer(options.secretKey, 'SFTP servers') };
  handOverRoutes(api, auth, sftp);
  intakeRoutes(api, auth, sftp);
  webhookRoutes(api, auth, { egress, sealer: createSealer(options.secretKey, 'webhooks') });
  const telephones = createSealer(options.secretKey, 'telephone systems');
  callRecordRoutes(api, auth, { sealer: telephones });
  callEventRoutes(api, auth, { graph: microsoft, ...options, sealer: telephones });
  assistantRoutes(api, auth, options);
}

function createAuthContext(options: RoomOptions): AuthContext {
  const { clock, background, reads, hold } = options;
  const door = withoutFirm(options.db);
  return {
    db: options.db,
    clock,
    background,
    reads,
    spool: createSpool({ folder: join(tmpdir(), 'recoup-spool'), ...options.spool }),
    ...createReplyLimiters(),
    maxPauseMs: options.maxPauseMs ?? maxPauseMs,
    isHeld: hold.isHeld,
    authenticate: async (token, { now, isPolled }) =>
      isApiKey(token)
        ? authenticateKey(door, token, now)
        : authenticate(door, token, {
            now,
            isPolled,
            systemAdminFactorFrom: options.systemAdminFactorFrom,
          }),
  };
}

/**
 * Creates the system administrator and the demo. Returns the lines to print. With another secret
 * key than that of the second factors only a held installation starts.
 */
export async function prepareFirstStart(db: Db, config: Config, now: Date): Promise<string[]> {
  const secretKey = readSecretKey(config);
  const everywhere = withScope(db, createAllFirmsScope());
  const isHeld = await createHold(everywhere, { isSet: config.isHeld }).isHeld();
  const lost = await findLostSecrets(everywhere, secretKey);
  if (!isHeld) requireFactorKey(lost, secretKey);
  requireFactorsPossible({ ...config, secretKey });
  const admin = await fillEmptyDatabase(db, {
    admin: config.admin,
    ...(config.seedsDemo && { seed: (trx) => seedDemo(trx, now) }),
  });
  if (admin && config.seedsDemo) await importDemoCalls(db, now);
  return [
    ...(isHeld ? [heldLine, ...lostSecretLines(lost)] : []),
    ...firstAdminLines(admin),
    ...(await signInLines(db)),
    ...(await guardPublicDemo(db, config)),
  ];
}

type Deletion = (db: Db, now: Date) => Promise<void>;
type CleanupOptions = { db: Db; clock: Clock; log: EventLog; deleteMore: Deletion };

/**
 * Runs every ten minutes until `stop()`; several processes may run it at once. `deleteMore` deletes
 * what has expired in other rooms.
 */
function startExpiryCleanup(options: CleanupOptions): { stop(): void } {
  const { db, clock, log, deleteMore } = options;
  const cleanUp = async (): Promise<void> => {
    for (const run of [deleteExpired, deleteMore])
      await run(db, clock.now()).catch((error: unknown) =>
        log.error({ err: error }, 'expired rows could not be deleted'),
      );
  };
  const timer = setInterval(() => void cleanUp(), minutes(10));
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
