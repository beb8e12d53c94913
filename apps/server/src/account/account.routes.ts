import { accountCalls } from '@recoup/contract/account';
import type { FastifyInstance } from 'fastify';
import { setXsrfCookie } from '../platform/csrf.ts';
import { type Gate, mount } from '../platform/mount.ts';
import { getCurrentUser } from '../users/users.service.ts';
import { deleteSession } from './account.repository.ts';
import { logon } from './account.service.ts';

export function accountRoutes(app: FastifyInstance, gate: Gate, options: { isSecure: boolean }): void {
  mount(app, gate, accountCalls, {
    logon: async ({ body }, { db, now, reply }) => {
      const token = await logon(db, { ...body, now });
      setXsrfCookie(reply, options.isSecure);
      return { token };
    },
    logout: async (_, { db, actor, reply }) => {
      await deleteSession(db, actor.sessionId);
      void reply.header('clear-site-data', '"cache", "storage"');
      return {};
    },
    getMe: async (_, { db, actor }) => getCurrentUser(db, actor.userId),
  });
}
