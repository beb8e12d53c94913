import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './health.ts';

type Stoppable = { stop(): Promise<void> };

export type Shutdown = {
  readonly app: FastifyInstance;
  readonly readiness: Readiness;
  /** There once the server is ready. */
  readonly jobs: { readonly running?: Stoppable };
  readonly database: Stoppable;
  /** How long (s) requests are still taken while `/readyz` says no, so that a balancer turns to others. */
  readonly drainSeconds: number;
  /** How long (s) requests and jobs under way are then waited for. */
  readonly graceSeconds: number;
};

/**
 * First `/readyz` says no, then nothing new is taken, then requests and jobs under way are finished, then the database is left.
 * Returns false when something had to be cut off because it did not end in time.
 */
export async function shutDown(running: Shutdown): Promise<boolean> {
  const { app, readiness, jobs, database } = running;
  readiness.isStopping = true;
  await wait(running.drainSeconds * 1_000);
  readiness.isReady = false;
  // A connection that waits for its next request is closed as soon as it is found.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const finished = Promise.all([app.close(), jobs.running?.stop()]).then(() => true);
  const isWhole = await Promise.race([finished, wait(running.graceSeconds * 1_000, false)]);
  clearInterval(idle);
  if (!isWhole) app.server.closeAllConnections();
  // What was cut off is rolled back by the end of its connection; a job is taken up by another process.
  await Promise.race([database.stop(), wait(isWhole ? 60_000 : 2_000)]);
  return isWhole;
}
