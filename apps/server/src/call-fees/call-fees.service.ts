import { priceCents } from '@recoup/contract/call-fees.rules';
import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { findSchedule } from './call-fees.repository.ts';

/** The price of so many minutes by the attorney's own fee rows, in cents; undefined where the attorney has none for the type. */
export async function priceByCallFees(
  db: Db,
  firm: FirmScope,
  call: { attorneyId: string; disbursementTypeId: string; minutes: number },
): Promise<{ scheduleId: string; amountCents: number } | undefined> {
  const schedule = await findSchedule(db, firm, call);
  if (schedule === undefined) return undefined;
  return { scheduleId: schedule.scheduleId, amountCents: priceCents(schedule.bands, call.minutes) };
}

/** Whether the attorney has fee rows for the type, so that a price may not be given by hand. */
export async function hasCallFees(db: Db, firm: FirmScope, of: { attorneyId: string; disbursementTypeId: string }): Promise<boolean> {
  return (await findSchedule(db, firm, of)) !== undefined;
}
