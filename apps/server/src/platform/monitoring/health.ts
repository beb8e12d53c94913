import type { FastifyInstance } from 'fastify';
import { type Db, pingDatabase } from '../database/connections.ts';

/** The server listens before the database is migrated. */
export type Readiness = { isReady: boolean; isStopping?: boolean };

/** `/healthz`: the process lives. `/readyz`: the database answers and is migrated. */
export function healthRoutes(app: FastifyInstance, options: { db: Db; readiness: Readiness }) {
  app.get('/healthz', withHead, async (_, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', withHead, async (_, reply) => {
    const { isReady: isOpen, isStopping } = options.readiness;
    const isReady = isOpen && isStopping !== true && (await pingDatabase(options.db));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
}

/** Some proxies use HEAD. */
const withHead = { exposeHeadRoute: true };
