import { longDay } from '@recoup/contract/entries/rules';
import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import {
  effectivePercent,
  hasNewFall,
  type Raise,
  raiseBands,
} from '@recoup/contract/fee-changes/raise';
import type { ChangedRates, NewFeeChange } from '@recoup/contract/fee-changes/endpoints';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { toCents } from '@recoup/contract/core/money';
import { listAttorneysWithoutRoom } from '../call-fees/fee-changes.service.ts';
import { listSchedulesOn, type ScheduleOnDay } from '../call-fees/schedules-of-firm.service.ts';
import { isSameSchedule } from '../call-fees/call-fees.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { mapWithPauses } from '../platform/core/pauses.ts';
import { AppError, invalidField } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { findNames, listAssignedCells, type NamedCell } from './fee-changes.repository.ts';

/** The call fees of an attorney for a type on the day of the change, and what they would be. */
export type RaisedCell = NamedCell &
  Omit<ScheduleOnDay, 'id' | 'bands'> & {
    scheduleId: string;
    before: CallFeeBand[];
    after: CallFeeBand[];
  };

type Change = Pick<NewFeeChange, 'validFrom' | 'percent' | 'roundTo' | 'mode' | 'cells'>;

export function toRaise({ percent, roundTo, mode }: Change): Raise {
  return { basisPoints: Math.round(percent * 100), unitCents: toCents(roundTo), mode };
}

/**
 * The named cells, or all that have call fees. Throws `not_found` for an attorney or type outside
 * the firm, and `invalid_input` for a cell without call fees, for prices above the bound, where a
 * longer call would become cheaper than a shorter one, for a change of no price, and for an
 * attorney who cannot have more schedules.
 */
export async function getRaisedCells(
  db: Db,
  firm: FirmScope,
  change: Change,
): Promise<RaisedCell[]> {
  const found = await findCells(db, firm, change);
  const cells = await mapWithPauses(found, ({ id: scheduleId, bands, ...cell }, index) => {
    const raised = raisedBands({ ...cell, bands }, change, index);
    return { ...cell, scheduleId, before: bands, after: raised };
  });
  requireNoFall(cells, change);
  if (!cells.some(isChanged)) throw invalidField('percent', 'This changes no price.');
  await requireRoom(db, firm, { cells, change });
  return cells;
}

export function isChanged({ before, after }: Pick<RaisedCell, 'before' | 'after'>): boolean {
  return !isSameSchedule(before, after);
}

/**
 * Throws `invalid_input` with the name of the first cell whose longer calls would become cheaper.
 * No percentage does that, because a dearer call stays at least as dear (`raise.test.ts`); the rule
 * holds for every change of prices.
 */
export function requireNoFall(
  cells: readonly Pick<RaisedCell, 'attorney' | 'disbursementType' | 'before' | 'after'>[],
  change: Pick<Change, 'cells'>,
): void {
  const index = cells.findIndex(({ before, after }) => hasNewFall(before, after));
  const cell = cells[index];
  if (!cell) return;
  const message = `A longer call of ${cellName(cell)} would become cheaper than a shorter one.`;
  throw invalidField(fieldPath(change, index), message);
}

/** A schedule of the same day is superseded; every other cell gets one more. */
async function requireRoom(
  db: Db,
  firm: FirmScope,
  { cells, change }: { cells: readonly RaisedCell[]; change: Change },
): Promise<void> {
  const added = new Map<string, number>();
  for (const cell of cells.filter(isChanged))
    if (cell.validFrom !== change.validFrom)
      added.set(cell.attorneyId, (added.get(cell.attorneyId) ?? 0) + 1);
  const full = await listAttorneysWithoutRoom(db, firm, added);
  const index = cells.findIndex((cell) => isChanged(cell) && full.includes(cell.attorneyId));
  const cell = cells[index];
  if (!cell) return;
  throw invalidField(
    fieldPath(change, index),
    `${cell.attorney} cannot have more dated call fees.`,
  );
}

export function changedRates(
  cell: Pick<RaisedCell, keyof NamedCell | 'before' | 'after' | 'next'>,
): ChangedRates {
  return {
    ...cellReferences(cell),
    before: cell.before.map(toFeeRow),
    after: cell.after.map(toFeeRow),
    effectivePercent: effectivePercent(cell.before, cell.after),
    next: cell.next === null ? null : { validFrom: cell.next },
  };
}

export function cellReferences(
  cell: NamedCell,
): Pick<ChangedRates, 'attorney' | 'disbursementType'> {
  return {
    attorney: { _id: cell.attorneyId, name: cell.attorney },
    disbursementType: { _id: cell.disbursementTypeId, name: cell.disbursementType },
  };
}

export function cellKey(of: { attorneyId: string; disbursementTypeId: string }): string {
  return `${of.attorneyId} ${of.disbursementTypeId}`;
}

export function cellName(of: { attorney: string; disbursementType: string }): string {
  return `${of.attorney} for “${of.disbursementType}”`;
}

async function findCells(db: Db, firm: FirmScope, change: Change) {
  const { validFrom } = change;
  const named = new Map((await listAssignedCells(db, firm)).map((cell) => [cellKey(cell), cell]));
  const schedules = await listSchedulesOn(db, firm, validFrom);
  const priced = new Map(
    schedules
      .filter(({ bands }) => bands.length > 0)
      .map((schedule) => [
        cellKey(schedule),
        { ...schedule, next: firstAfter(schedule, validFrom) },
      ]),
  );
  if (change.cells === undefined) {
    const all = [...named].flatMap(([key, cell]) => {
      const schedule = priced.get(key);
      return schedule ? [{ ...cell, ...schedule }] : [];
    });
    if (all.length > 0) return all;
    throw invalidField('validFrom', `No attorney has call fees on ${longDay(validFrom)}.`);
  }
  const found: (NamedCell & ScheduleOnDay)[] = [];
  for (const [index, { attorney, disbursementType }] of change.cells.entries()) {
    const key = { attorneyId: attorney, disbursementTypeId: disbursementType };
    const [cell, schedule] = [named.get(cellKey(key)), priced.get(cellKey(key))];
    if (!cell || !schedule) throw await withoutFees(db, firm, { ...key, index, validFrom });
    found.push({ ...cell, ...schedule });
  }
  return found;
}

/** Before the first schedule that one is valid, and ends the new one. */
function firstAfter(schedule: ScheduleOnDay, day: string): string | null {
  return schedule.validFrom > day ? schedule.validFrom : schedule.next;
}

async function withoutFees(
  db: Db,
  firm: FirmScope,
  of: { attorneyId: string; disbursementTypeId: string; index: number; validFrom: string },
): Promise<AppError> {
  const { attorney, disbursementType } = await findNames(db, firm, of);
  const absent =
    (attorney === null && 'There is no such attorney.') ||
    (disbursementType === null && 'There is no such disbursement type.');
  const place = `cells.${of.index}`;
  if (absent) return new AppError('not_found', { message: absent, fields: { [place]: absent } });
  const day = longDay(of.validFrom);
  const message = `${attorney} has no call fees for “${disbursementType}” on ${day}.`;
  return invalidField(place, message);
}

function raisedBands(
  cell: NamedCell & Pick<ScheduleOnDay, 'bands'>,
  change: Change,
  index: number,
): CallFeeBand[] {
  try {
    return raiseBands(cell.bands, toRaise(change));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `A price of ${cellName(cell)} would be above R 100 000 000.00.`;
    throw invalidField(fieldPath(change, index), message);
  }
}

export function fieldPath({ cells }: Pick<Change, 'cells'>, index: number): string {
  return cells === undefined ? 'percent' : `cells.${index}`;
}
