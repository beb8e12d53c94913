import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Connections } from '../platform/http/open-connections.ts';
import type { Readiness } from '../platform/monitoring/health.ts';

type Stoppable = { stop(): Promise<void> };

export type Shutdown = {
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
export async function shutDown(running: Shutdown): Promise<boolean> {
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
