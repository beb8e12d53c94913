import type { PastCallFees } from '@recoup/contract/call-fees/endpoints';
import { feeErrors } from '@recoup/contract/call-fees/messages';
import { type CallFeeBand, priceCents } from '@recoup/contract/call-fees/rules';
import { getDisbursementType } from '../disbursements/disbursements.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import {
  endSchedule,
  findAssignment,
  findSchedule,
  findScheduleById,
  insertSchedule,
  listPastSchedules,
  listPricedTypes,
  type ScheduleKey,
} from './call-fees.repository.ts';
import { inOrder, isSameSchedule } from './same-schedule.service.ts';

/** The price in cents by the attorney's own fee rows; undefined without rows for the type. */
export async function priceByCallFees(
  db: Db,
  firm: FirmScope,
  call: ScheduleKey & { minutes: number },
): Promise<{ scheduleId: string; amountCents: number } | undefined> {
  const schedule = await findSchedule(db, firm, call);
  if (!schedule) return undefined;
  return { scheduleId: schedule.scheduleId, amountCents: priceCents(schedule.bands, call.minutes) };
}

/** The fee rows of an entry, in force or replaced; never deleted while an entry names them. */
export async function getSchedule(
  db: Db,
  firm: FirmScope,
  scheduleId: string,
): Promise<{ bands: CallFeeBand[]; createdAt: Date; replacedAt: Date | null }> {
  const schedule = await findScheduleById(db, firm, scheduleId);
  if (!schedule) throw new Error('an entry names fee rows that are not there');
  return schedule;
}

/** The price in cents by the fee rows that an entry was recorded with. */
export async function priceBySchedule(
  db: Db,
  firm: FirmScope,
  of: { scheduleId: string; minutes: number },
): Promise<number> {
  return priceCents((await getSchedule(db, firm, of.scheduleId)).bands, of.minutes);
}

/** The fee rows in force. */
export async function listCallFees(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey,
): Promise<CallFeeBand[]> {
  return (await findSchedule(db, firm, of))?.bands ?? [];
}

/** Throws `not_found` for an unknown attorney or type of the firm. */
export async function listCallFeeHistory(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey,
): Promise<PastCallFees[]> {
  if ((await findAssignment(db, firm, of)) === 'no_attorney') throw noAttorney();
  await getDisbursementType(db, firm, of.disbursementTypeId);
  return listPastSchedules(db, firm, of);
}

type Replacement = ScheduleKey & { bands: readonly CallFeeBand[]; actorId: string; now: Date };

/**
 * Saves the fee rows of one attorney for one type; the earlier rows end and stay as history.
 * Returns false for the same rows again. The caller holds the lock of the attorney's row.
 * Throws `not_found` for another firm's attorney, and `invalid_input` for rows that break the rules
 * and for a type that is not assigned.
 */
export async function replaceCallFees(
  trx: Trx,
  firm: FirmScope,
  replacement: Replacement,
): Promise<boolean> {
  const bands = inOrder(replacement.bands);
  if (bands.length > 0) await requirePriceable(trx, firm, { ...replacement, bands });
  const before = await listCallFees(trx, firm, replacement);
  if (isSameSchedule(before, bands)) return false;
  await endSchedule(trx, firm, replacement);
  if (bands.length > 0) await insertSchedule(trx, firm, { ...replacement, bands });
  return true;
}

/** Ends the fee rows of every type but the given ones. Returns the types whose rows ended. */
export async function endOtherCallFees(
  trx: Trx,
  firm: FirmScope,
  of: { attorneyId: string; exceptTypeIds: readonly string[]; now: Date },
): Promise<string[]> {
  const priced = await listPricedTypes(trx, firm, of.attorneyId);
  const ending = priced.filter((typeId) => !of.exceptTypeIds.includes(typeId));
  for (const disbursementTypeId of ending)
    await endSchedule(trx, firm, { ...of, disbursementTypeId });
  return ending;
}

async function requirePriceable(
  trx: Trx,
  firm: FirmScope,
  { bands, ...of }: ScheduleKey & { bands: readonly CallFeeBand[] },
): Promise<void> {
  const [error] = feeErrors(bands);
  if (error) {
    const { message } = error;
    throw new AppError('invalid_input', { message, fields: { callFees: message } });
  }
  const assignment = await findAssignment(trx, firm, of);
  if (assignment === 'no_attorney') throw noAttorney();
  if (assignment === 'not_assigned') {
    const message = 'Call fees can be set for the disbursement types of the attorney alone.';
    throw new AppError('invalid_input', { message, fields: { callFees: message } });
  }
}

function noAttorney(): AppError {
  return new AppError('not_found', { message: 'There is no such attorney.' });
}
