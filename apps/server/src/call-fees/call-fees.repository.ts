import type { CallFeeBand } from '@recoup/contract/call-fees.rules';
import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** The fee rows in force of one attorney for one type; undefined where there are none. */
export async function findSchedule(
  db: Db,
  firm: FirmScope,
  of: { attorneyId: string; disbursementTypeId: string },
): Promise<{ scheduleId: string; bands: CallFeeBand[] } | undefined> {
  const rows = await db
    .selectFrom('callFeeSchedules')
    .innerJoin('callFeeBands', 'callFeeBands.scheduleId', 'callFeeSchedules.id')
    .where('callFeeSchedules.firmId', '=', firm.firmId)
    .where('callFeeSchedules.userId', '=', of.attorneyId)
    .where('callFeeSchedules.disbursementTypeId', '=', of.disbursementTypeId)
    .where('callFeeSchedules.replacedAt', 'is', null)
    .select([
      'callFeeSchedules.id as scheduleId',
      'callFeeBands.startMinute as startTime',
      'callFeeBands.endMinute as endTime',
      'callFeeBands.additionalMinutes as additionalTime',
      'callFeeBands.chargeCents',
    ])
    .orderBy('callFeeBands.position')
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  return { scheduleId: first.scheduleId, bands: rows.map(({ scheduleId: _, ...band }) => band) };
}
