import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import { tryFolder, tryServer } from './backup/open-place.ts';
import { buildApp, prepareFirstStart } from './app.ts';
import { startAllJobs } from './app-jobs.ts';
import { type Config, readConfig } from './startup/config.ts';
import { watchConnections, type Connections } from './platform/http/open-connections.ts';
import { connect, type Db, withScope } from './platform/database/connections.ts';
import { createPool } from './platform/database/pool.ts';
import { requireOneDatabase, requireOwnConnections } from './platform/database/pooler.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start.ts';
import { type EventLoopWatch, watchEventLoop } from './platform/monitoring/event-loop.ts';
import { createHold, type Hold } from './platform/hold/hold.ts';
import type { Readiness } from './platform/monitoring/health.ts';
import { createWriteProbe, type WriteProbe } from './platform/monitoring/write-probe.ts';
import { createAllFirmsScope } from './platform/core/actor.ts';
import { createEgress } from './platform/egress/egress.ts';
import { createLog } from './platform/core/log.ts';
import { migrate } from './startup/migrate.ts';
import { packageRoot } from './platform/core/package-root.ts';
import { readSecretKey } from './platform/security/secret-key.ts';
import { createSmsGateway } from './sms/create-gateway.ts';
import { sweepSpool } from './platform/http/bodies/body-spool.ts';
import { StartupError, toListenError, toStartupError } from './platform/core/startup-error.ts';
import { waitForDatabase } from './platform/core/wait-for-database.ts';
import { setTimeout as wait } from 'node:timers/promises';

type Running = { stop(): Promise<void> };
type Database = Running & { db: Db; pool: pg.Pool; url: string };

/** Milliseconds between two probes of the database. */
const writeCheckMs = 30_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await run().catch((error: unknown) => {
  process.stderr.write(`${toStartupError(error)}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.logLevel });
  exitOnUncaughtException(log);
  if (config.backups) await tryFolder(config.backups);
  const database = await openDatabase(config, log);
  const readiness: Readiness = { isReady: false };
  const eventLoop = watchEventLoop(log);
  const everywhere = withScope(database.db, createAllFirmsScope());
  const writing = createWriteProbe({ db: everywhere, log });
  const hold = createHold(everywhere, { isSet: config.isHeld });
  const app = await createApp({ config, log, database, readiness, eventLoop, writing, hold });
  const stopping = new AbortController();
  const jobs: { running?: Running } = {};
  const { drainSeconds, graceSeconds } = config;
  const connections = watchConnections(app.server);
  const running = { app, connections, readiness, jobs, database };
  stopOnSignal({ ...running, stopping, drainSeconds, graceSeconds, log });
  const address = await listen(app, config);
  const lines = await prepareUntilReady({ database, config, log, signal: stopping.signal });
  if (!lines) return;
  const { db, pool, url: databaseUrl } = database;
  // The start does not wait for it.
  if (config.backups) void tryServer(config.backups, { log, hold });
  jobs.running = await startAllJobs(db, config, { pool, databaseUrl, log, eventLoop, hold });
  // From now on the heap for young objects grows as by itself (`main.ts`).
  setFlagsFromString('--semi-space-growth-factor=2');
  readiness.isReady = true;
  // Also where nothing asks /readyz, so that the log tells.
  setInterval(() => void (readiness.isReady && writing.isWritable()), writeCheckMs).unref();
  say(`Recoup is ready at ${address}`);
  for (const line of lines) say(line);
}

async function createApp(options: {
  config: Config;
  log: Log;
  database: Database;
  readiness: Readiness;
  eventLoop: EventLoopWatch;
  writing: WriteProbe;
  hold: Hold;
}): Promise<FastifyInstance> {
  const { config, log, database, readiness, eventLoop, writing, hold } = options;
  const webRoot = resolve(packageRoot, '../web/dist');
  const spoolFolder = join(config.dataDir, 'spool');
  await sweepSpool(spoolFolder);
  return buildApp({
    db: database.db,
    publicUrl: config.publicUrl,
    mailFrom: config.mailFrom,
    servedHosts: config.servedHosts,
    log,
    readiness,
    eventLoop,
    writing,
    hold,
    smsGateway: createSmsGateway(config, hold.isHeld),
    secretKey: readSecretKey(config),
    egress: createEgress({ allow: config.egressAllow }),
    graph: config.graph,
    systemAdminFactorFrom: config.systemAdminFactorFrom,
    spool: { folder: spoolFolder },
    metricsToken: config.metricsToken,
    smtpSecretExpires: config.smtpSecretExpires,
    webRoot: existsSync(join(webRoot, '.vite/page.html')) ? webRoot : undefined,
  });
}

/** The state is unknown after an uncaught exception: log and exit. */
function exitOnUncaughtException(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}

async function openDatabase(config: Config, log: Log): Promise<Database> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
      : undefined;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  const onError = (error: Error): void => log.warn({ err: error }, 'a database connection broke');
  const pool = createPool(url, { onError });
  const { poolerUrl } = config;
  const requests = poolerUrl && createPool(poolerUrl, { onError, directUrl: url });
  const db = connect(pool, requests || undefined);
  return {
    db,
    pool,
    url,
    async stop() {
      await db.destroy();
      await embedded?.stop();
    },
  };
}

/** Undefined when the server stops. Until then requests get 503. */
async function prepareUntilReady(options: {
  database: Database;
  config: Config;
  log: Log;
  signal: AbortSignal;
}): Promise<string[] | undefined> {
  const { database, config, log, signal } = options;
  const prepare = async (): Promise<string[]> => {
    if (config.databaseUrl !== undefined) await requireOwnConnections(database.pool);
    await migrate(database.db, database.pool);
    if (config.poolerUrl !== undefined) await requireOneDatabase(database.db);
    return prepareFirstStart(database.db, config, new Date());
  };
  if (config.databaseUrl === undefined) return prepare();
  const report = (reason: string): void => log.warn(`Waiting for the database. ${reason}`);
  return waitForDatabase(prepare, { report, signal }).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
}

async function listen(app: FastifyInstance, { host, port, publicUrl }: Config): Promise<string> {
  try {
    const address = await app.listen({ host, port });
    // With PORT=0 the system chooses the port.
    return port === 0 ? address : publicUrl;
  } catch (error) {
    const failure = error instanceof Error ? toListenError(error, { host, port }) : undefined;
    if (failure === undefined) throw error;
    throw new StartupError(failure, { cause: error });
  }
}

/** A second signal ends at once. */
function stopOnSignal(running: Shutdown & { stopping: AbortController; log: Log }): void {
  const stop = async (): Promise<void> => {
    running.stopping.abort();
    const isWhole = await shutDown(running);
    if (!isWhole) running.log.error('unfinished work was cancelled at the end of the grace time');
    process.exit(isWhole ? 0 : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      void stop();
    });
  }
}

type Stoppable = { stop(): Promise<void> };

type Shutdown = {
  app: FastifyInstance;
  connections: Connections;
  readiness: Readiness;
  /** Absent until the server is ready. */
  jobs: { running?: Stoppable };
  database: Stoppable;
  /** Time (s) with `/readyz` on 503, so that balancers turn away. */
  drainSeconds: number;
  /** Time (s) for requests and jobs under way. */
  graceSeconds: number;
};

/**
 * `/readyz` fails, then the server takes nothing new, finishes requests and jobs, and leaves the
 * database. Half-sent requests are cut off. Returns false when work was cut off.
 */
async function shutDown(running: Shutdown): Promise<boolean> {
  const { app, connections, readiness, jobs, database } = running;
  readiness.isStopping = true;
  await wait(running.drainSeconds * 1_000);
  readiness.isReady = false;
  const stoppedAt = performance.now();
  const idle = setInterval(() => connections.endIdle(stoppedAt), 50);
  const finished = Promise.all([app.close(), jobs.running?.stop()]).then(() => true);
  const isInTime = await Promise.race([finished, wait(running.graceSeconds * 1_000, false)]);
  clearInterval(idle);
  // An arriving upload has begun no work.
  if (!isInTime) connections.endIdle();
  const isWhole = isInTime || (await Promise.race([finished, wait(2_000, false)]));
  if (!isWhole) app.server.closeAllConnections();
  // PostgreSQL rolls back, and another process takes over the jobs.
  await Promise.race([database.stop(), wait(isWhole ? 60_000 : 2_000)]);
  return isWhole;
}
