import type { FastifyInstance } from 'fastify';
import type { Hold } from '../hold/hold.ts';
import type { WriteProbe } from './write-probe.ts';

/** The server listens before the database is migrated. */
export type Readiness = { isReady: boolean; isStopping?: boolean };

type HealthOptions = { hold: Hold; readiness: Readiness; writing: WriteProbe };

/**
 * `/healthz`: the process lives. `/readyz`: the database answers and is migrated; it also tells
 * whether the installation is held. A database that takes no writes is ready all the same, because
 * reading goes on.
 */
export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  app.get('/healthz', withHead, async (_, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', withHead, async (_, reply) => {
    const { isReady: isOpen, isStopping } = options.readiness;
    const isAsked = isOpen && isStopping !== true;
    const isHeld = isAsked ? await options.hold.isHeld().catch(() => undefined) : undefined;
    if (isHeld === undefined) return reply.code(503).send({ status: 'not ready' });
    const writable = await options.writing.isWritable();
    return reply.send({ status: 'ready', writable, isHeld });
  });
}

/** Some proxies use HEAD. */
const withHead = { exposeHeadRoute: true };
