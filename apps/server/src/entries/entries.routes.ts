import { role } from '@recoup/contract/core/access';
import { entryCalls } from '@recoup/contract/entries/endpoints';
import type { FastifyInstance } from 'fastify';
import { type Actor, ownFirm } from '../platform/core/actor.ts';
import { AppError, requireIdOfAddress } from '../platform/core/app-error.ts';
import { type Gate, mount } from '../platform/http/register-endpoints.ts';
import { listEntries, listRecentMatters } from './entries.repository.ts';
import { changeEntry, getPricedEntry, ownEntriesOnly, recordEntry, removeEntry } from './entries.service.ts';
import { listMonths } from './recoveries.repository.ts';

export function entryRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, entryCalls, {
    listEntries: async ({ query }, { db, actor }) =>
      listEntries(db, ownFirm(actor), { ...query, attorney: visibleAttorney(actor, query.attorney) }),
    createEntry: async ({ body }, context) => ({ data: await recordEntry(context.db, context, body) }),
    getEntry: async ({ params }, { db, actor }) => ({ data: await getPricedEntry(db, actor, params.id) }),
    updateEntry: async ({ params: { id }, body }, context) => {
      requireIdOfAddress(id, body._id);
      return { data: await changeEntry(context.db, context, { ...body, id }) };
    },
    deleteEntry: async ({ params: { id }, query }, context) => {
      await removeEntry(context.db, context, { ...query, id });
      return {};
    },
    listMonths: async ({ query }, { db, actor }) => listMonths(db, ownFirm(actor), query),
    listRecentMatters: async (_, { db, actor }) => {
      const data = await listRecentMatters(db, ownFirm(actor), { attorney: ownEntriesOnly(actor) });
      return { data, count: data.length };
    },
  });
}

/** An attorney sees own entries alone; naming somebody else is answered as if there were nobody. */
function visibleAttorney(actor: Actor, named: string | undefined): string | undefined {
  if (actor.role !== role.attorney) return named;
  if (named !== undefined && named !== actor.userId) throw new AppError('not_found');
  return actor.userId;
}
