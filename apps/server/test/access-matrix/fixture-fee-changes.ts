import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** A coming change of the attorney's fees, which has priced the attorney's entry again. */
export async function someFeeChange(
  db: Db,
  side: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  const { id: firmId, people, secret, rateChange } = side;
  const validFrom = '2027-01-01';
  await insertRows(db, 'rateChanges', {
    firmId,
    id: rateChange.id,
    validFrom,
    basisPoints: 600,
    unitCents: 1,
    mode: 'nearest',
    isRepriced: true,
    reason: `Change of ${secret}`,
    requestSha256: side.exportHash,
    costBeforeCents: '0',
    costAfterCents: '0',
    unlocked: 1,
    locked: 0,
    cells: 1,
    repriced: 1,
    createdAt: now,
    createdBy: people.admin.id,
  });
  await insertRows(db, 'callFeeSchedules', {
    id: side.raisedScheduleId,
    firmId,
    userId: people.attorney.id,
    validFrom,
    disbursementTypeId: side.type.id,
    createdAt: now,
    createdBy: people.admin.id,
    changeId: rateChange.id,
    basedOn: side.scheduleId,
  });
  await insertRows(db, 'callFeeBands', {
    firmId,
    scheduleId: side.raisedScheduleId,
    position: 1,
    startMinute: 0,
    endMinute: 5,
    additionalMinutes: 0,
    chargeCents: 3498,
  });
  await insertRows(db, 'rateChangeEntries', {
    firmId,
    changeId: rateChange.id,
    entryId: side.entry.id,
    amountCents: 3300,
    scheduleId: side.scheduleId,
    version: 2,
  });
}
