import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Connections } from '../platform/http/open-connections.ts';
import type { Readiness } from '../platform/monitoring/health.ts';

type Stoppable = { stop(): Promise<void> };

export type Shutdown = {
  app: FastifyInstance;
  connections: Connections;
  readiness: Readiness;
  /** There once the server is ready. */
  jobs: { running?: Stoppable };
  database: Stoppable;
  /** How long (s) requests are still taken while `/readyz` says no, so that a balancer turns to others. */
  drainSeconds: number;
  /** How long (s) requests and jobs under way are then waited for. */
  graceSeconds: number;
};

/**
 * First `/readyz` says no, then nothing new is taken, then requests and jobs under way are finished, then the database is left. A request
 * that has not arrived whole is no work: the server closes its connection.
 * Returns false when something had to be cut off because it did not end in time.
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
  // An upload that still arrives has begun no work either.
  if (!isInTime) connections.endIdle();
  const isWhole = isInTime || (await Promise.race([finished, wait(2_000, false)]));
  if (!isWhole) app.server.closeAllConnections();
  // What was cut off is rolled back by the end of its connection; a job is taken up by another process.
  await Promise.race([database.stop(), wait(isWhole ? 60_000 : 2_000)]);
  return isWhole;
}
