import type { FastifyInstance } from 'fastify';
import { type Db, isAnswering } from './db.ts';

/** Whether the database is migrated; the server listens before it is. */
export type Readiness = { isReady: boolean };

/** `/healthz`: the process lives. `/readyz`: the database answers and is migrated. */
export function healthRoutes(app: FastifyInstance, options: { db: Db; readiness: Readiness }): void {
  app.get('/healthz', isAskedByHead, async (_, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', isAskedByHead, async (_, reply) => {
    const isReady = options.readiness.isReady && (await isAnswering(options.db));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
}

/** Some proxies ask so. */
const isAskedByHead = { exposeHeadRoute: true };
