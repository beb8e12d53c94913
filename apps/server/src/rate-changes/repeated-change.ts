import { createHash } from 'node:crypto';
import type {
  NewRateChange,
  RateChangeOutcome,
} from '@recoup/contract/call-fees/rate-change-endpoints';
import { toRandTotal } from '@recoup/contract/core/money';
import { listSchedulesOfChange } from '../call-fees/fee-changes.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { changedRates, cellKey, toRaise } from './raised-cells.ts';
import { findNames, findStoredChange, listAssignedCells } from './rate-changes.repository.ts';

/**
 * The change that an equal request made; it names the cells whose prices changed. Throws `conflict`
 * for another request with that id.
 */
export async function findRepeatedChange(
  db: Db,
  firm: FirmScope,
  { id, input }: { id: string; input: NewRateChange },
): Promise<RateChangeOutcome | undefined> {
  const kept = await findStoredChange(db, firm, id);
  if (!kept) return undefined;
  if (!hashOfRequest(input).equals(kept.requestSha256))
    throw new AppError('conflict', { message: 'A fee change with this id exists already.' });
  if (kept.undoneAt !== null)
    throw new AppError('conflict', { message: 'This fee change was taken back.' });
  const { unlocked, locked } = kept;
  return {
    _id: id,
    validFrom: kept.validFrom,
    cells: await listChangedRates(db, firm, { id, input }),
    lastThreeMonths: {
      before: toRandTotal(BigInt(kept.costBeforeCents)),
      after: toRandTotal(BigInt(kept.costAfterCents)),
    },
    entries: { unlocked, locked },
  };
}

/** Covers the fields that decide the change; `expected`, from the preview, is left out. */
export function hashOfRequest(input: NewRateChange): Buffer {
  const { basisPoints, unitCents, mode } = toRaise(input);
  const cells = input.cells?.map((cell) => `${cell.attorney} ${cell.disbursementType}`).toSorted();
  const { validFrom, reprice, reason = '' } = input;
  const parts = [validFrom, basisPoints, unitCents, mode, reprice, reason, cells ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** In the order of the first answer. */
async function listChangedRates(
  db: Db,
  firm: FirmScope,
  { id, input }: { id: string; input: NewRateChange },
): Promise<RateChangeOutcome['cells']> {
  const made = await listSchedulesOfChange(db, firm, id);
  const schedules = new Map(made.map((schedule) => [cellKey(schedule), schedule]));
  const assigned = await listAssignedCells(db, firm);
  const keys = input.cells?.map(({ attorney, disbursementType }) =>
    cellKey({ attorneyId: attorney, disbursementTypeId: disbursementType }),
  );
  const ordered = new Set([...(keys ?? assigned.map(cellKey)), ...schedules.keys()]);
  const names = new Map(assigned.map((cell) => [cellKey(cell), cell]));
  const cells: RateChangeOutcome['cells'] = [];
  for (const key of ordered) {
    const schedule = schedules.get(key);
    if (!schedule) continue;
    // A type may have been taken from the attorney since.
    const { attorney, disbursementType } = names.get(key) ?? (await findNames(db, firm, schedule));
    const named = { attorney: attorney ?? '', disbursementType: disbursementType ?? '' };
    cells.push(changedRates({ ...schedule, ...named }));
  }
  return cells;
}
