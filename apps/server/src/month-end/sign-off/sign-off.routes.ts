import { signOffEndpoints } from '@recoup/contract/month-end/sign-off-endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { getMonthEnd, saveMonthEnd } from './sign-off.service.ts';

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
