import { userCalls } from '@recoup/contract/users';
import type { FastifyInstance } from 'fastify';
import { scopeFor } from '../platform/actor.ts';
import { type Gate, mount } from '../platform/mount.ts';
import { listUsers } from './users.repository.ts';

export function userRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, userCalls, {
    listUsers: async ({ query }, { db, actor }) => listUsers(db, scopeFor(actor, query.firm), query),
  });
}
