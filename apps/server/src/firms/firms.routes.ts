import { firmCalls } from '@recoup/contract/firms/endpoints';
import type { FastifyInstance } from 'fastify';
import { scopeFor } from '../platform/core/actor.ts';
import { requireIdOfAddress } from '../platform/core/app-error.ts';
import { type Gate, mount } from '../platform/http/register-endpoints.ts';
import { createTurns } from '../platform/core/fair-turns.ts';
import { listFirms } from './firms.repository.ts';
import { createFirm, getFirm, shownTo, updateFirm } from './firms.service.ts';

/** One logo is encoded at a time. */
const limits = { what: 'changes of firms', atOnce: 1, ofFirm: 1, placesOfFirm: 20, placesOfUser: 10, longestWaitMs: 20_000 };

export function firmRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, { ...gate, turns: createTurns(limits) }, firmCalls, {
    listFirms: async ({ query }, { db, actor }) => {
      const { data, count } = await listFirms(db, actor.scope, query);
      return { data: data.map((firm) => shownTo(actor, firm)), count };
    },
    getFirm: async ({ params }, { db, actor }) => ({ data: shownTo(actor, await getFirm(db, scopeFor(actor, params.id))) }),
    createFirm: async ({ body }, context) => ({ data: await createFirm(context.db, context, body) }),
    updateFirm: async ({ params, body }, context) => {
      requireIdOfAddress(params.id, body._id);
      const firm = scopeFor(context.actor, params.id);
      return { data: await updateFirm(context.db, context, { firm, change: body }) };
    },
  });
}
