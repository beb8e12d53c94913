import type { PastCallFees } from '@recoup/contract/call-fees/endpoints';
import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { feeErrors } from '@recoup/contract/call-fees/messages';
import { type CallFeeBand, priceCents, isThereafter } from '@recoup/contract/call-fees/rules';
import { getDisbursementType } from '../disbursements/disbursements.service.ts';
import type { FeeSchedule } from '@recoup/contract/call-fees/schedules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { type AppError, invalidField, notFound } from '../platform/core/app-error.ts';
import {
  findAssignment,
  findScheduleById,
  findScheduleOn,
  insertSchedule,
  type KnownSchedule,
  listSchedules,
  listPastSchedules,
  type ScheduleKey,
  supersedeSchedules,
} from './call-fees.repository.ts';
import { countLiveSchedules } from './fee-changes.repository.ts';
import { holdsFrom } from '@recoup/contract/call-fees/validity';
import { wasValidOn } from '../platform/core/was-valid-on.ts';

export { findScheduleOn, listSchedules } from './call-fees.repository.ts';

type OnDay = ScheduleKey & { day: string };

/** The price in cents by the attorney's own fee rows of that day; undefined without them. */
export async function priceByCallFees(
  db: Db,
  firm: FirmScope,
  call: OnDay & { minutes: number },
): Promise<{ scheduleId: string; amountCents: number } | undefined> {
  const schedule = await findScheduleOn(db, firm, call);
  if (!schedule || schedule.bands.length === 0) return undefined;
  return { scheduleId: schedule.id, amountCents: priceCents(schedule.bands, call.minutes) };
}

/** The schedules of an attorney for a type, as clients read them; superseded ones not. */
export async function listFeeSchedules(
  db: Db,
  firm: FirmScope,
  { attorneyId, disbursementTypeId }: ScheduleKey,
): Promise<FeeSchedule[]> {
  const all = await listSchedules(db, firm, { attorneyIds: [attorneyId] });
  const ofType = all.filter((schedule) => schedule.disbursementTypeId === disbursementTypeId);
  return ofType.map(({ id, validFrom, bands }) => ({
    _id: id,
    disbursementType: disbursementTypeId,
    validFrom,
    callFees: bands.map(toFeeRow),
  }));
}

/** The schedule of an entry, superseded or not; never deleted while an entry names it. */
export async function getSchedule(
  db: Db,
  firm: FirmScope,
  scheduleId: string,
): Promise<KnownSchedule> {
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

/** Throws `not_found` for an unknown attorney or type of the firm. */
export async function listCallFeeHistory(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey,
): Promise<PastCallFees[]> {
  if ((await findAssignment(db, firm, of)) === 'no_attorney') throw notFound('attorney');
  await getDisbursementType(db, firm, of.disbursementTypeId);
  return listPastSchedules(db, firm, of);
}

type Replacement = ScheduleKey & {
  bands: readonly CallFeeBand[];
  validFrom: string;
  actorId: string;
  now: Date;
};

/**
 * Saves the fee rows of one attorney for one type from a day on, until the next schedule begins.
 * No rows end the call fees from that day. A schedule of the same day is superseded, and stays as
 * history; where the rows are those of the day before, it is removed without another one. Returns
 * false for the rows that are valid on that day already. The caller holds the lock of the
 * attorney's row. Throws `not_found` for another firm's attorney, and `invalid_input` for rows that
 * break the rules, for a type that is not assigned, and for too many schedules.
 */
export async function replaceCallFees(
  trx: Trx,
  firm: FirmScope,
  replacement: Replacement,
): Promise<boolean> {
  const { validFrom } = replacement;
  const bands = inOrder(replacement.bands);
  if (bands.length > 0) await requirePriceable(trx, firm, { ...replacement, bands });
  const before = await findScheduleOn(trx, firm, { ...replacement, day: validFrom });
  if (isSameFrom(validFrom, before, bands)) return false;
  await supersedeSchedules(trx, firm, replacement);
  const rest = await findScheduleOn(trx, firm, { ...replacement, day: validFrom });
  // As before that day: a copy would end a later change of the fees before it.
  if (isSameFrom(validFrom, rest, bands)) return true;
  if ((await countLiveSchedules(trx, firm, replacement.attorneyId)) >= maxLiveSchedules)
    throw tooManySchedules();
  await insertSchedule(trx, firm, { ...replacement, bands });
  return true;
}

/**
 * Ends the call fees of every type but these from a day on, also coming ones. Returns the
 * types whose fees ended. The caller holds the lock of the attorney's row.
 */
export async function endOtherCallFees(
  trx: Trx,
  firm: FirmScope,
  of: {
    attorneyId: string;
    exceptTypeIds: readonly string[];
    from: string;
    actorId: string;
    now: Date;
  },
): Promise<string[]> {
  const schedules = await listSchedules(trx, firm, { attorneyIds: [of.attorneyId] });
  const ending = schedules.filter(
    ({ disbursementTypeId: typeId }) => !of.exceptTypeIds.includes(typeId),
  );
  const ended: string[] = [];
  for (const disbursementTypeId of new Set(ending.map((schedule) => schedule.disbursementTypeId))) {
    const key = { ...of, disbursementTypeId, validFrom: of.from, bands: [] };
    const hasComing = ending.some(
      (schedule) =>
        schedule.disbursementTypeId === disbursementTypeId && schedule.validFrom > of.from,
    );
    if (hasComing) await supersedeSchedules(trx, firm, { ...key, after: of.from });
    if ((await replaceCallFees(trx, firm, key)) || hasComing) ended.push(disbursementTypeId);
  }
  return ended;
}

/** Per attorney; a request that reads them all stays small. */
export const maxLiveSchedules = 1000;

function tooManySchedules(): AppError {
  const message = `An attorney can have at most ${maxLiveSchedules} dated call fees.`;
  return invalidField('callFees', message);
}

async function requirePriceable(
  trx: Trx,
  firm: FirmScope,
  { bands, ...of }: ScheduleKey & { bands: readonly CallFeeBand[] },
): Promise<void> {
  const [error] = feeErrors(bands);
  if (error) {
    const { message } = error;
    throw invalidField('callFees', message);
  }
  const assignment = await findAssignment(trx, firm, of);
  if (assignment === 'no_attorney') throw notFound('attorney');
  if (assignment === 'not_assigned') {
    const message = 'Call fees can be set for the disbursement types of the attorney alone.';
    throw invalidField('callFees', message);
  }
}

export function isSameSchedule(
  one: readonly CallFeeBand[],
  other: readonly CallFeeBand[],
): boolean {
  const [a, b] = [inOrder(one), inOrder(other)];
  return a.length === b.length && a.every((band, index) => isSameBand(band, b[index]));
}

/** Whether these rows from a day on change nothing; `valid` is what is valid on that day. */
export function isSameFrom(
  day: string,
  valid: { validFrom: string; bands: readonly CallFeeBand[] } | undefined,
  bands: readonly CallFeeBand[],
): boolean {
  return holdsFrom(valid, day) && isSameSchedule(valid?.bands ?? [], bands);
}

/** The thereafter row comes last. */
export function inOrder(bands: readonly CallFeeBand[]): CallFeeBand[] {
  return [...bands.filter((band) => !isThereafter(band)), ...bands.filter(isThereafter)];
}

function isSameBand(a: CallFeeBand, b: CallFeeBand | undefined): boolean {
  return (
    a.startTime === b?.startTime &&
    a.endTime === b.endTime &&
    a.additionalTime === b.additionalTime &&
    a.chargeCents === b.chargeCents
  );
}

/**
 * Whether a schedule priced the day at some time in the last 31 days, so that a device may have
 * shown its price. False also for a schedule of another attorney or type, and of a change that was
 * undone: no entry gets its price from one.
 */
export async function isKnownForDay(
  db: Db,
  firm: FirmScope,
  of: ScheduleKey & { scheduleId: string; day: string; now: Date },
): Promise<boolean> {
  const shown = await findScheduleById(db, firm, of.scheduleId);
  if (!shown || shown.isUndone) return false;
  const { attorneyId, disbursementTypeId } = shown;
  if (attorneyId !== of.attorneyId || disbursementTypeId !== of.disbursementTypeId) return false;
  return wasValidOn(await listPastSchedules(db, firm, of), { ...of, id: of.scheduleId });
}
