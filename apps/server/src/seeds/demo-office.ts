import { role } from '@recoup/contract/core/access';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Trx } from '../platform/database/connections.ts';
import { insertPerson } from './demo-firm.ts';
import { demoAttorneys, demoOffice } from './demo-people.ts';

/** A secretary who records for an attorney, and an auditor for a year. */
export async function seedOffice(trx: Trx, now: Date): Promise<void> {
  const attorney = await trx
    .selectFrom('users')
    .where('email', '=', demoAttorneys.devan.email)
    .select(['id', 'firmId'])
    .executeTakeFirstOrThrow();
  const firmId = attorney.firmId ?? '';
  const secretary = await insertPerson(trx, demoOffice.precious, { role: role.attorney, firmId });
  await trx
    .insertInto('recordingRights')
    .values({ firmId, userId: secretary, attorneyId: attorney.id })
    .execute();
  const today = southAfricanDay(now);
  const endsOn = `${Number(today.slice(0, 4)) + 1}${today.slice(4).replace('02-29', '02-28')}`;
  await insertPerson(trx, demoOffice.gillian, { role: role.auditor, firmId, endsOn });
}
