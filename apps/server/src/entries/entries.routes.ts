import { role } from '@recoup/contract/core/access';
import { entryEndpoints } from '@recoup/contract/entries/endpoints';
import { reversalEndpoints } from '@recoup/contract/entries/reversals';
import type { FastifyInstance } from 'fastify';
import { withRecorded } from '../matters/caps.service.ts';
import { type Actor, requireFirmScope } from '../platform/core/actor.ts';
import { AppError, assertIdMatchesPath } from '../platform/core/app-error.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { createEntry, getPricedEntry } from './entries.service.ts';
import { deleteEntry, updateEntry } from './entry-corrections.service.ts';
import { listEntries } from './entry-list.repository.ts';
import { reverseEntry } from './reversals.service.ts';
import { ownEntriesOnly } from './entry-rules.ts';
import { listRecentMatters } from './recent-matters.repository.ts';
import { listMonths } from './recoveries.repository.ts';

export function entryRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, entryEndpoints, {
    listEntries: async ({ query }, { db, actor }) =>
      listEntries(db, requireFirmScope(actor), {
        ...query,
        attorney: visibleAttorney(actor, query.attorney),
      }),
    createEntry: async ({ body }, context) => ({
      data: await createEntry(context.db, context, body),
    }),
    getEntry: async ({ params }, { db, actor }) => ({
      data: await getPricedEntry(db, actor, params.id),
    }),
    updateEntry: async ({ params: { id }, body }, context) => {
      assertIdMatchesPath(id, body._id);
      return { data: await updateEntry(context.db, context, { ...body, id }) };
    },
    deleteEntry: async ({ params: { id }, query }, context) => {
      await deleteEntry(context.db, context, { ...query, id });
      return {};
    },
    listMonths: async ({ query }, { db, actor }) => listMonths(db, requireFirmScope(actor), query),
    listRecentMatters: async (_, { db, actor }) => {
      const firm = requireFirmScope(actor);
      const recent = await listRecentMatters(db, firm, { attorney: ownEntriesOnly(actor) });
      const data = await withRecorded(db, firm, recent);
      return { data, count: data.length };
    },
  });
  registerEndpoints(app, auth, reversalEndpoints, {
    reverseEntry: async ({ params: { id }, body }, context) => ({
      data: await reverseEntry(context.db, context, { ...body, id }),
    }),
  });
}

/** Attorneys see own entries alone; the filter for another attorney answers `not_found`. */
function visibleAttorney(actor: Actor, named: string | undefined): string | undefined {
  if (actor.role !== role.attorney) return named;
  if (named !== undefined && named !== actor.userId) throw new AppError('not_found');
  return actor.userId;
}
