import type { FastifyInstance } from 'fastify';
import { type Db, pingDatabase } from '../database/connections.ts';
import type { WriteProbe } from './write-probe.ts';

/** The server listens before the database is migrated. */
export type Readiness = { isReady: boolean; isStopping?: boolean };

/**
 * `/healthz`: the process lives. `/readyz`: the database answers and is migrated. A database that
 * takes no writes is ready all the same, because reading goes on.
 */
export function healthRoutes(
  app: FastifyInstance,
  options: { db: Db; readiness: Readiness; writing: WriteProbe },
) {
  app.get('/healthz', withHead, async (_, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', withHead, async (_, reply) => {
    const { isReady: isOpen, isStopping } = options.readiness;
    const isReady = isOpen && isStopping !== true && (await pingDatabase(options.db));
    if (!isReady) return reply.code(503).send({ status: 'not ready' });
    return reply.send({ status: 'ready', writable: await options.writing.isWritable() });
  });
}

/** Some proxies use HEAD. */
const withHead = { exposeHeadRoute: true };
