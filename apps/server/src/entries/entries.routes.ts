import type { EntryListQuery } from '@recoup/contract/entries/entry-list';
import { entryEndpoints } from '@recoup/contract/entries/endpoints';
import { monthFigureEndpoints } from '@recoup/contract/entries/month-figures';
import { reversalEndpoints } from '@recoup/contract/entries/reversals';
import type { FastifyInstance } from 'fastify';
import { withRecorded } from '../matters/caps.service.ts';
import { recordListExport } from '../platform/security/audit-events.ts';
import { type Actor, requireFirmScope } from '../platform/core/actor.ts';
import {
  createLimiter,
  type Limiter,
  actorLimiterKey,
  oneTurnPerFirm,
} from '../platform/core/limiter.ts';
import { assertIdMatchesPath } from '../platform/core/app-error.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { fileReply, preview } from '../platform/http/replies/replies.ts';
import type { Context } from '../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { createEntry, getPricedEntry } from './entries.service.ts';
import { deleteEntry, updateEntry } from './entry-corrections.service.ts';
import { entriesAsCsv } from './list/entries-as-csv.service.ts';
import { type InTurn, listEntries, readEntryOrder } from './list/entry-list.repository.ts';
import { reverseEntry } from './reversals.service.ts';
import { ownEntriesOnly, visibleEntries } from './entry-rules.service.ts';
import { listRecentMatters } from './recent-matters.repository.ts';
import { listRights } from './entries.repository.ts';
import { listMonthFigures } from './figures/month-figures.repository.ts';
import { listMonths } from './recoveries.repository.ts';
import { entryCorrectionEndpoints } from '@recoup/contract/entries/entry-corrections';
import { runLimited } from '../platform/http/run-limited.ts';
import {
  createEntryCorrection,
  type OtherRooms,
  previewEntryCorrection,
} from './bulk-corrections/bulk-corrections.service.ts';
import { undoEntryCorrection } from './bulk-corrections/undo-correction.service.ts';

/** Each batch of a file sorts the firm's entries: many files at once left pages no connection. */
const batchLimits = { name: 'files', concurrency: 2, maxPerGroup: 1, maxWaitMs: 5 * 60_000 };

export function entryRoutes(app: FastifyInstance, auth: AuthContext): void {
  const batches = createLimiter(batchLimits);
  registerEndpoints(app, auth, entryEndpoints, {
    listEntries: async ({ query }, context) => answerList(context, query, batches),
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
      const own = ownEntriesOnly(actor);
      const others = own === undefined ? [] : await listRights(db, firm, own);
      const recent = await listRecentMatters(db, firm, { attorney: own, others });
      const data = await withRecorded(db, firm, recent);
      return { data, count: data.length };
    },
  });
  registerEndpoints(app, auth, monthFigureEndpoints, {
    listMonthFigures: async ({ params, query }, { db, actor }) =>
      listMonthFigures(db, requireFirmScope(actor), { ...params, ...query }),
  });
  registerEndpoints(app, auth, reversalEndpoints, {
    reverseEntry: async ({ params: { id }, body }, context) => ({
      data: await reverseEntry(context.db, context, { ...body, id }),
    }),
  });
}

/** As JSON a page, as a file all of it. */
async function answerList(
  context: Context & { actor: Actor },
  query: EntryListQuery,
  batches: Limiter,
) {
  const { db, actor, request } = context;
  const firm = requireFirmScope(actor);
  const visible = await visibleEntries(db, actor, query.attorney);
  const shown = { ...query, ...visible, order: readEntryOrder(query) };
  if (acceptedType(request, ['application/json', 'text/csv']) !== 'text/csv')
    return listEntries(db, firm, shown);
  const inTurn: InTurn = async (run) => batches.run(actorLimiterKey(actor), run);
  const { page: _, itemsPerPage: __, ...all } = shown;
  const { count } = await inTurn(async () =>
    listEntries(db, firm, { ...all, page: 1, itemsPerPage: 1 }),
  );
  await recordListExport(db, context, { list: 'entries', filter: { ...query, ...visible }, count });
  return fileReply({
    type: 'text/csv; charset=utf-8',
    fileName: 'entries.csv',
    content: await entriesAsCsv(db, firm, { ...shown, inTurn }),
  });
}

/** Each correction uses a database connection, also while it waits for a closing. */
const limits = { ...oneTurnPerFirm, name: 'entry-corrections', concurrency: 2 };

export function bulkCorrectionRoutes(app: FastifyInstance, auth: AuthContext, others: OtherRooms) {
  const limiter = createLimiter(limits);
  registerEndpoints(app, auth, entryCorrectionEndpoints, {
    createEntryCorrection: async ({ body }, context) =>
      runLimited(limiter, context, async () => {
        const { db } = context;
        return body.dryRun
          ? preview({ data: await previewEntryCorrection(db, context, body) })
          : { data: await createEntryCorrection(db, context, { ...body, ...others }) };
      }),
    undoEntryCorrection: async ({ params }, context) => ({
      data: await runLimited(limiter, context, async () =>
        undoEntryCorrection(context.db, context, { ...params, ...others }),
      ),
    }),
  });
}
