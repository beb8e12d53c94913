import { createHash } from 'node:crypto';
import type { NewEntryCorrection } from '@recoup/contract/entries/entry-corrections';
import { toRand } from '@recoup/contract/core/money';
import { getUsableType } from '../../disbursements/disbursements.service.ts';
import { requireMatter } from '../../matters/matters.service.ts';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { type EntryRow, type StoredEntry, listEntryRows } from '../entries.repository.ts';
import { entryChanges } from '../entry-audit.ts';
import { assertCorrectable, correctRow, toEntryRow } from '../entry-corrections.service.ts';
import { missingEntries } from '../entry-errors.ts';

/** An entry, what the correction makes of it, and why that cannot be. */
export type PlannedEntry = {
  before: StoredEntry;
  after: EntryRow;
  changes: ReturnType<typeof entryChanges>;
  problem: AppError | undefined;
};

/**
 * Plans the correction of each entry, in the order of the request. Throws `not_found` for unknown
 * entries, with their places, and for an unknown matter or type. Throws `invalid_input` for an
 * inactive type.
 */
export async function planCorrection(
  trx: Trx,
  by: AuditContext,
  input: NewEntryCorrection,
): Promise<PlannedEntry[]> {
  const firm = requireFirmScope(by.actor);
  if (input.matter !== undefined) await requireMatter(trx, firm, input.matter);
  if (input.disbursementType !== undefined) await getUsableType(trx, firm, input.disbursementType);
  const rows = await listEntryRows(trx, firm, input.entries);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const planned: PlannedEntry[] = [];
  const missing = input.entries.flatMap((id, at) => (byId.has(id) ? [] : [at]));
  if (missing.length > 0) throw missingEntries(missing, input.entries.length);
  for (const id of input.entries) {
    const before = byId.get(id);
    if (before) planned.push(await planEntry(trx, by, { before, input }));
  }
  return planned;
}

/** Stands for everything that a preview shows. */
export function correctionState(planned: readonly PlannedEntry[]): string {
  const parts = planned.map(({ before, after, changes, problem }) => [
    before.id,
    before.version,
    after.matterId,
    after.disbursementTypeId,
    changes,
    problem?.message,
  ]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

async function planEntry(
  trx: Trx,
  by: AuditContext,
  { before: entry, input }: { before: StoredEntry; input: NewEntryCorrection },
): Promise<PlannedEntry> {
  const before = toEntryRow(entry);
  const { matter = before.matterId, disbursementType } = input;
  try {
    assertCorrectable(entry);
    const given = { disbursementType, amount: enteredAmount(before) };
    // The matter was checked for all of them.
    const moved = { ...before, matterId: matter };
    const after = await correctRow(trx, by, { before: moved, input: given });
    return { before: entry, after, changes: entryChanges(before, after), problem: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { before: entry, after: before, changes: {}, problem: error };
  }
}

/** As the form of one entry sends it: an amount that was entered stays where nothing prices it. */
function enteredAmount({ scheduleId, unitPriceId, amountCents, quantity }: EntryRow) {
  const each = amountCents / (quantity ?? 1);
  const isGiven = scheduleId === null && unitPriceId === null && Number.isInteger(each);
  return isGiven ? toRand(each) : undefined;
}
