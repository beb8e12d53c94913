import { priceCents } from '@recoup/contract/call-fees/rules';
import { maxEntryCents } from '@recoup/contract/core/money';
import { longDay } from '@recoup/contract/entries/rules';
import { listBandsBySchedule } from '../call-fees/fee-changes.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { mapWithPauses } from '../platform/core/pauses.ts';
import type { Trx } from '../platform/database/connections.ts';
import { type AppError, conflict } from '../platform/core/app-error.ts';
import { refreshCorrections } from './correction-lines.service.ts';
import {
  listCollected,
  listReplacedByCollected,
  listUnpriced,
  setPrices,
  collectEntries,
  collectEntriesOfChange,
  type EntryCell,
  savePrices,
} from './repricing.repository.ts';

export {
  groupPricedEntries,
  listLatestEntries,
  listExportsOfChange,
  type PricedGroup,
  sumPricedEntries,
} from './repricing.repository.ts';

/**
 * Prices unlocked entries of these cells by the schedules of a change, each as a correction.
 * Returns how many cost another amount. The caller has locked closings and fees, and has checked
 * that no price is above what an entry may cost.
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
  return save(trx, firm, { by, reason: of.reason, changeId: of.changeId });
}

/**
 * Prices the entries of a change as before it. The caller has taken its schedules back.
 * Throws `conflict` with the entries that would cost more than an entry may.
 */
export async function restoreEntries(
  trx: Trx,
  by: AuditContext,
  of: { changeId: string; reason: string },
): Promise<number> {
  const firm = requireFirmScope(by.actor);
  await collectEntriesOfChange(trx, firm, of.changeId);
  await priceCollected(trx, firm);
  return save(trx, firm, { by, reason: of.reason });
}

async function save(...given: Parameters<typeof savePrices>): Promise<number> {
  const [trx, firm] = given;
  const count = await savePrices(...given);
  await refreshCorrections(trx, firm, await listReplacedByCollected(trx, firm));
  return count;
}

async function priceCollected(trx: Trx, firm: FirmScope): Promise<void> {
  const lengths = await listUnpriced(trx);
  const bands = await listBandsBySchedule(trx, firm, [
    ...new Set(lengths.map(({ scheduleId }) => scheduleId)),
  ]);
  const prices = await mapWithPauses(lengths, (length) => ({
    ...length,
    cents: priceCents(bands.get(length.scheduleId) ?? [], length.minutes),
  }));
  const above = prices.filter(({ cents }) => cents > maxEntryCents);
  if (above.length > 0) throw tooDear(await listCollected(trx, firm, { lengths: above, limit: 5 }));
  await setPrices(trx, prices);
}

/** Names the entries, which can be corrected. */
function tooDear(entries: Awaited<ReturnType<typeof listCollected>>): AppError {
  const names = entries.map(
    ({ date, attorney, minutes }) => `${longDay(date)}, ${attorney}, ${minutes} minutes`,
  );
  const others = (entries[0]?.count ?? 0) - entries.length;
  const more = others > 0 ? `; and ${others} more` : '';
  const message =
    `These entries would cost more than R 100 000 000.00 each: ${names.join('; ')}${more}. ` +
    `Correct them first.`;
  return conflict(message);
}
