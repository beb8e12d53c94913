import { priceCents } from '@recoup/contract/call-fees/rules';
import { maxEntryCents } from '@recoup/contract/core/money';
import { listBandsOf } from '../call-fees/fee-changes.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import {
  collectEntries,
  collectEntriesOfChange,
  type EntryCell,
  listUnpriced,
  savePrices,
  setPrices,
} from './repricing.repository.ts';

export {
  groupPricedEntries,
  listExportsOfChange,
  type PricedGroup,
  sumPricedEntries,
} from './repricing.repository.ts';

/**
 * Prices unlocked entries of these cells by the schedules of a change, each as a correction.
 * Returns how many cost another amount. The caller has locked closings and fees.
 * Throws `invalid_input` for a price above what an entry may cost.
 */
export async function repriceEntries(
  trx: Trx,
  by: AuditContext,
  of: {
    changeId: string;
    cells: readonly (EntryCell & { scheduleId: string })[];
    from: string;
    reason: string;
  },
): Promise<number> {
  const firm = requireFirmScope(by.actor);
  await collectEntries(trx, firm, of);
  await priceCollected(trx, firm);
  return savePrices(trx, firm, { by, reason: of.reason, changeId: of.changeId });
}

/** Prices the entries of a change as before it. The caller has taken its schedules back. */
export async function restoreEntries(
  trx: Trx,
  by: AuditContext,
  of: { changeId: string; reason: string },
): Promise<number> {
  const firm = requireFirmScope(by.actor);
  await collectEntriesOfChange(trx, firm, of.changeId);
  await priceCollected(trx, firm);
  return savePrices(trx, firm, { by, reason: of.reason });
}

async function priceCollected(trx: Trx, firm: FirmScope): Promise<void> {
  const lengths = await listUnpriced(trx);
  const bands = await listBandsOf(trx, firm, [
    ...new Set(lengths.map(({ scheduleId }) => scheduleId)),
  ]);
  const prices = lengths.map((length) => {
    const cents = priceCents(bands.get(length.scheduleId) ?? [], length.minutes);
    if (cents > maxEntryCents) throw tooDear(length.minutes);
    return { ...length, cents };
  });
  await setPrices(trx, prices);
}

function tooDear(minutes: number): AppError {
  const message = `An entry of ${minutes} minutes would cost more than R 100 000 000.00.`;
  return new AppError('invalid_input', { message });
}
