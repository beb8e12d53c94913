import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { apiRoot } from '@recoup/contract/core/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../core/clock.ts';
import { type Db, poolStats } from '../database/connections.ts';
import { countQueues, type QueueCounts } from './monitoring.repository.ts';
import { readBuildInfo } from './build-info.ts';
import { outcomes } from './outcomes.ts';
import { scheduleCheckAge } from './schedule-check.ts';
import type { WriteProbe } from './write-probe.ts';
import type { Hold } from '../hold/hold.ts';
import { secondsUntil } from './secret-expiry.ts';
import { securityEvents } from '../security/security-log.ts';

/** A slow database (ms) leaves its figures out of the scrape. */
const timeoutMs = 2_000;
const ownPaths = ['/healthz', '/readyz', '/metrics'];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/**
 * `GET /metrics` for Prometheus, with a token. Labels are patterns and states, never paths,
 * addresses or names.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { db, hold, writing, token, smtpSecretExpires, clock, countFailures }: MetricsOptions,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(securityEvents);
  for (const { counter } of Object.values(outcomes)) registry.registerMetric(counter);
  buildGauge(registry);
  const requests = requestHistogram(registry);
  const showQueues = queueGauges(registry);
  const showHold = holdGauge(registry);
  const showFailures = failureGauge(registry);
  poolGauge(registry, db);
  delayGauge(registry, app);
  readGauge(registry, {
    name: 'recoup_schedule_check_age_seconds',
    help: 'Time since this process last checked the schedules, or since its start',
    read: scheduleCheckAge,
  });
  readGauge(registry, {
    name: 'recoup_writable',
    help: 'Whether the database takes writes',
    read: async () => ((await withTimeout(writing.isWritable())) === true ? 1 : 0),
  });
  if (smtpSecretExpires !== undefined) secretGauge(registry, smtpSecretExpires, clock);
  app.addHook('onResponse', (request, reply, done) => {
    requests.observe(requestLabels(request, reply), reply.elapsedTime / 1_000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!isBearer(request, token))
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    showQueues(await withTimeout(countQueues(db)));
    showHold(await withTimeout(hold.isHeld()));
    showFailures(await withTimeout(countFailures()));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

type MetricsOptions = {
  db: Db;
  hold: Hold;
  writing: WriteProbe;
  token: string;
  clock: Clock;
  /** Lines of the page *Operations* by kind. */
  countFailures: () => Promise<ReadonlyMap<string, number>>;
  /** SMTP_OAUTH_SECRET_EXPIRES */
  smtpSecretExpires: string | undefined;
};

function requestHistogram(registry: Registry) {
  return new Histogram({
    name: 'recoup_http_request_duration_seconds',
    help: 'Requests by method, pattern of the route and class of the status, with their duration',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
}

function requestLabels(request: FastifyRequest, reply: FastifyReply) {
  const method = methods.has(request.method) ? request.method : 'other';
  return {
    method,
    route: routeLabel(request.routeOptions.url),
    status: `${Math.floor(reply.statusCode / 100)}xx`,
  };
}

/** The routes of built files count as one. */
function routeLabel(pattern: string | undefined): string {
  if (pattern === undefined) return 'unknown';
  return pattern.startsWith(apiRoot) || ownPaths.includes(pattern) ? pattern : 'page';
}

type ReadGauge = { name: string; help: string; read: () => number | Promise<number> };

/** Read at each scrape. */
function readGauge(registry: Registry, { read, ...metric }: ReadGauge): void {
  registry.registerMetric(
    new Gauge({
      ...metric,
      registers: [],
      async collect() {
        this.set(await read());
      },
    }),
  );
}

function buildGauge(registry: Registry): void {
  const build = new Gauge({
    name: 'recoup_build_info',
    help: 'Version and commit of this process; always 1',
    labelNames: ['version', 'commit'],
    registers: [registry],
  });
  build.set(readBuildInfo(), 1);
}

function delayGauge(registry: Registry, app: FastifyInstance): void {
  const delay = monitorEventLoopDelay();
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  readGauge(registry, {
    name: 'recoup_event_loop_delay_seconds',
    help: 'The longest time since the last scrape in which this process did nothing else',
    read() {
      const longest = delay.max;
      delay.reset();
      return longest / 1_000_000_000;
    },
  });
}

function secretGauge(registry: Registry, day: string, clock: Clock): void {
  readGauge(registry, {
    name: 'recoup_smtp_secret_expires_seconds',
    help: 'Time until the day of SMTP_OAUTH_SECRET_EXPIRES, below 0 afterwards',
    read: () => secondsUntil(day, clock.now()),
  });
}

function poolGauge(registry: Registry, db: Db): void {
  const connections = new Gauge({
    name: 'recoup_database_connections',
    help: 'Connections of this process that are in use or idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(poolStats(db))) this.set({ state }, count);
    },
  });
  connections.reset();
}

/** Without figures of the database while it does not answer. */
function queueGauges(registry: Registry): (counts: QueueCounts | undefined) => void {
  const registers = [registry];
  const isUp = new Gauge({
    name: 'recoup_database_up',
    help: 'Whether the database answered this scrape',
    registers,
  });
  const jobs = new Gauge({
    name: 'recoup_jobs',
    help: 'Jobs by state',
    labelNames: ['state'],
    registers,
  });
  const mails = new Gauge({
    name: 'recoup_mails',
    help:
      'Mails by state: ' +
      'all that are queued, and those accepted in the last 24 hours that were sent or failed',
    labelNames: ['state'],
    registers,
  });
  const showOldest = optionalGauge(registry, {
    name: 'recoup_oldest_job_seconds',
    help: 'How long the job that has waited longest is due, also while it runs',
  });
  const showAges = ageGauges(registry);
  return (counts) => {
    showAges(counts?.ages);
    showOldest(counts?.oldestJob);
    isUp.set(counts ? 1 : 0);
    jobs.reset();
    mails.reset();
    for (const [state, count] of Object.entries(counts?.jobs ?? {})) jobs.set({ state }, count);
    for (const [state, count] of Object.entries(counts?.mails ?? {})) mails.set({ state }, count);
  };
}

function holdGauge(registry: Registry): (isHeld: boolean | undefined) => void {
  const show = optionalGauge(registry, {
    name: 'recoup_held',
    help: 'Whether the installation is held: nothing leaves it',
  });
  return (isHeld) => show(isHeld === undefined ? undefined : Number(isHeld));
}

function failureGauge(
  registry: Registry,
): (counts: ReadonlyMap<string, number> | undefined) => void {
  const failures = new Gauge({
    name: 'recoup_failures',
    help: 'What fails now, as the page Operations lists it, by kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  return (counts) => {
    failures.reset();
    for (const [kind, count] of counts ?? []) failures.set({ kind }, count);
  };
}

function ageGauges(registry: Registry): (ages: QueueCounts['ages'] | undefined) => void {
  const since = '(since the first start where there is none yet)';
  const showBackup = optionalGauge(registry, {
    name: 'recoup_backup_age_seconds',
    help: `Time since the last backup ${since}`,
  });
  const showRehearsal = optionalGauge(registry, {
    name: 'recoup_rehearsal_age_seconds',
    help: `Time since a backup was last restored on trial ${since}`,
  });
  return (ages) => {
    showBackup(ages?.backup);
    showRehearsal(ages?.rehearsal);
  };
}

/** Absent while the database does not answer: an age is not 0 then. */
function optionalGauge(
  registry: Registry,
  metric: { name: string; help: string },
): (value: number | undefined) => void {
  const shown = new Gauge({ ...metric, registers: [registry] });
  return (value) => {
    shown.remove();
    if (value !== undefined) shown.set(value);
  };
}

async function withTimeout<T>(work: Promise<T>): Promise<T | undefined> {
  const done = new AbortController();
  const late = wait(timeoutMs, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    done.abort();
  }
}

/** Hashes hide length and common beginnings from the timing. */
function isBearer(request: FastifyRequest, token: string): boolean {
  const sent = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return sent !== undefined && timingSafeEqual(hash(sent), hash(token));
}
