import { exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { createLimiter } from '../../platform/core/limiter.ts';
import { runLimited } from '../../platform/http/run-limited.ts';
import { acceptExceptions, deleteAcceptance } from './accept-exceptions.service.ts';
import { listExceptions } from './exceptions.service.ts';

/** Each reads all open entries of a firm; the rest of the pool is for other requests. */
const limits = {
  name: 'exceptions',
  concurrency: 3,
  maxPerGroup: 1,
  maxEnteredPerGroup: 40,
  maxEnteredPerMember: 10,
  maxWaitMs: 45_000,
};

export function exceptionRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter(limits);
  registerEndpoints(app, auth, exceptionEndpoints, {
    listExceptions: async ({ query }, context) =>
      runLimited(limiter, context, async () =>
        listExceptions(context.db, context.actor, query, context.now),
      ),
    acceptExceptions: async ({ body }, context) => ({
      data: {
        accepted: await runLimited(limiter, context, async () =>
          acceptExceptions(context.db, context, body),
        ),
      },
    }),
    deleteAcceptance: async ({ params: { id } }, context) => {
      await deleteAcceptance(context.db, context, id);
      return {};
    },
  });
}
