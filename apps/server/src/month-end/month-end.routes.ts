import { role } from '@recoup/contract/core/access';
import { exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../platform/core/actor.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { runLimited } from '../platform/http/run-limited.ts';
import { acceptExceptions, deleteAcceptance } from './exceptions/accept-exceptions.service.ts';
import { listExceptions } from './exceptions/exceptions.service.ts';
import { signOffEndpoints } from '@recoup/contract/month-end/sign-off-endpoints';
import { getMonthEnd, saveMonthEnd } from './sign-off/sign-off.service.ts';

/** Each reads all open entries of a firm; the rest of the pool is for other requests. */
const limits = {
  ...oneTurnPerFirm,
  name: 'lists of exceptions',
  concurrency: 3,
  maxEnteredPerGroup: 40,
};

/** Attorneys read their own entries, and after a reminder all of them at once. */
const ownLimits = { ...limits, name: 'own lists of exceptions', maxEnteredPerGroup: 2_000 };

export function exceptionRoutes(app: FastifyInstance, auth: AuthContext): void {
  const [ofFirm, ofAttorney] = [createLimiter(limits), createLimiter(ownLimits)];
  const chooseLimiter = ({ actor }: { actor: Actor }) =>
    actor.role === role.attorney ? ofAttorney : ofFirm;
  registerEndpoints(app, auth, exceptionEndpoints, {
    listExceptions: async ({ query }, context) =>
      runLimited(chooseLimiter(context), context, async () =>
        listExceptions(context.db, context.actor, query, context.now),
      ),
    acceptExceptions: async ({ body }, context) => ({
      data: {
        accepted: await runLimited(chooseLimiter(context), context, async () =>
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

export function signOffRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, signOffEndpoints, {
    getMonthEnd: async ({ params }, { db, actor, now }) => ({
      data: await getMonthEnd(db, { actor, now, ...params }),
    }),
    saveMonthEnd: async ({ params, body }, context) => ({
      data: await saveMonthEnd(context.db, context, { ...params, ...body }),
    }),
  });
}
