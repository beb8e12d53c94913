import { type FeeChange, feeChangeEndpoints } from '@recoup/contract/fee-changes/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { preview } from '../platform/http/replies/replies.ts';
import { runLimited } from '../platform/http/run-limited.ts';
import { deleteStoredPrices, findFeeChange, listFeeChanges } from './fee-changes.repository.ts';
import { createFeeChange, feesByAttorney, previewFeeChange } from './fee-changes.service.ts';
import {
  listSchedulesOfChange,
  lockFeesOfFirm,
  takeSchedulesBack,
} from '../call-fees/fee-changes.service.ts';
import { listExportsOfChange, restoreEntries } from '../entries/repricing.service.ts';
import { lockClosings } from '../exports/closings.service.ts';
import { AppError, notFound } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { lockAttorneys, recordFeeChanges } from '../users/attorneys-of-change.service.ts';
import { longDay } from '@recoup/contract/entries/rules';
import { markUndone } from '../platform/database/ledger.ts';

/** Each change uses a database connection; the rest of the pool is for other requests. */
const limits = { ...oneTurnPerFirm, name: 'rate-changes', concurrency: 2 };

export function feeChangeRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter(limits);
  registerEndpoints(app, { ...auth, bodyLimiter: limiter }, feeChangeEndpoints, {
    createRateChange: async ({ body }, context) => {
      const { db, actor, now } = context;
      if (!body.dryRun) return { data: await createFeeChange(db, context, body) };
      const input = { ...body, now };
      return preview({ data: await previewFeeChange(db, requireFirmScope(actor), input) });
    },
    listRateChanges: async ({ query }, { db, actor }) =>
      listFeeChanges(db, requireFirmScope(actor), query),
    undoRateChange: async ({ params }, context) => ({
      data: await runLimited(limiter, context, async () =>
        undoFeeChange(context.db, context, params.id),
      ),
    }),
  });
}

/**
 * Takes a change back: its schedules end, those of the same day before it are valid again, and its
 * unlocked entries are priced as before it. Again, it changes nothing.
 * Throws `not_found`, `entry_is_locked` when a closed export holds entries that it prices, and
 * `conflict` when entries would cost more than an entry may.
 */
async function undoFeeChange(db: Db, by: AuditContext, id: string): Promise<FeeChange> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await lockClosings(trx, firm);
    await lockFeesOfFirm(trx, firm);
    const change = await getFeeChange(trx, firm, id);
    if (change.undoneAt !== null) return change;
    const exports = await listExportsOfChange(trx, firm, id);
    if (exports.length > 0) throw locked(exports);
    await takeBack(trx, by, change);
    return getFeeChange(trx, firm, id);
  });
}

async function takeBack(trx: Trx, by: AuditContext, change: FeeChange): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { _id: changeId, validFrom } = change;
  const cells = await listSchedulesOfChange(trx, firm, changeId);
  await lockAttorneys(trx, firm, [...new Set(cells.map(({ attorneyId }) => attorneyId))]);
  const undo = { id: changeId, userId: by.actor.userId, now: by.now };
  await markUndone(trx, firm, { ledger: 'rateChanges', ...undo });
  await takeSchedulesBack(trx, firm, { changeId, now: by.now });
  const reason = `The fee change of ${longDay(validFrom)} was undone.`;
  const repriced = await restoreEntries(trx, by, { changeId, reason });
  await deleteStoredPrices(trx, firm, changeId);
  await recordFeeChanges(
    trx,
    by,
    await feesByAttorney(cells.map(backwards), { validFrom, undoneChangeId: changeId }),
  );
  const details = { validFrom, cells: cells.length, repriced };
  await recordAudit(trx, by, { action: 'rate-change.undone', subjectId: changeId, details });
}

function backwards<C extends { before: unknown; after: unknown }>(cell: C) {
  return { ...cell, before: cell.after, after: cell.before };
}

async function getFeeChange(db: Db, firm: FirmScope, id: string): Promise<FeeChange> {
  const change = await findFeeChange(db, firm, id);
  if (!change) throw notFound('fee change');
  return change;
}

function locked(exports: readonly number[]): AppError {
  const [which, them] =
    exports.length === 1
      ? [`export ${exports[0]}`, 'that export']
      : [`exports ${exports.join(', ')}`, 'those exports'];
  const message =
    `This change prices entries that are locked by ${which}. ` +
    `It can be undone after ${them} ${exports.length === 1 ? 'is' : 'are'} reopened.`;
  return new AppError('entry_is_locked', { message });
}
