import { priceCents } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import type { Trx } from '../platform/database/connections.ts';
import { seedCallMonth } from './demo-call-month.ts';
import { callBands, type Firm, insertFirm, typeId, insertPerson } from './demo-firm.ts';
import { demoMatters, narrations, pick } from './demo-matters.ts';
import { role } from '@recoup/contract/core/access';
import { southAfricanDay } from '../platform/core/clock.ts';
import { demoAttorneys, demoOffice } from './demo-people.ts';

/**
 * Two firms that read like a story: people, fee rows, matters, and three months of entries up to
 * `now`; and a firm of twenty attorneys with a month of calls.
 */
export async function seedDemo(trx: Trx, now: Date): Promise<void> {
  const nkosi = await insertFirm(trx, 'nkosi');
  const daniels = await insertFirm(trx, 'daniels');
  await insertMatters(trx, nkosi, { prefix: 'NP', count: 84, now });
  await insertMatters(trx, daniels, { prefix: 'DA', count: 16, now });
  await insertEntries(trx, nkosi, { count: 260, now });
  await insertEntries(trx, daniels, { count: 40, now });
  await seedCallMonth(trx, now);
  await seedOffice(trx, now);
}

async function insertMatters(
  trx: Trx,
  firm: Firm,
  options: { prefix: string; count: number; now: Date },
): Promise<void> {
  const rows = demoMatters(options.prefix, options.count).map(
    ({ attorneyIndex, ageDays, ...matter }) => ({
      id: newId(),
      firmId: firm.id,
      attorneyId: pick(firm.attorneys, attorneyIndex),
      opened: dayBefore(options.now, ageDays),
      ...matter,
    }),
  );
  await trx.insertInto('matters').values(rows).execute();
  firm.matters.push(...rows.filter(({ status }) => status !== 'Closed').map(({ id }) => id));
}

/** Five calls, then one disbursement at a fixed price, each recorded on its day. */
async function insertEntries(trx: Trx, firm: Firm, options: { count: number; now: Date }) {
  const schedules = await trx
    .selectFrom('callFeeSchedules')
    .where('firmId', '=', firm.id)
    .where('disbursementTypeId', '=', typeId(firm.types, 'Call'))
    .select(['id', 'userId'])
    .execute();
  const rows = Array.from({ length: options.count }, (_, index) => {
    const attorneyIndex = index % firm.attorneys.length;
    const attorneyId = pick(firm.attorneys, attorneyIndex);
    const date = dayBefore(options.now, (index * 37) % 90);
    const shared = {
      id: newId(),
      firmId: firm.id,
      attorneyId,
      createdBy: attorneyId,
      matterId: pick(firm.matters, index * 7),
      date,
      createdAt: eveningOrNow(date, options.now),
    };
    if (index % 6 === 5) return { ...shared, ...copies(firm, 5 + ((index * 11) % 60)) };
    const minutes = 1 + ((index * 13) % 34);
    const amountCents = priceCents(callBands(attorneyIndex === 1), minutes);
    const scheduleId = schedules.find(({ userId }) => userId === attorneyId)?.id ?? null;
    return {
      ...shared,
      disbursementTypeId: typeId(firm.types, 'Call'),
      minutes,
      quantity: null,
      amountCents,
      scheduleId,
      narration: pick(narrations, index),
    };
  });
  await trx.insertInto('entries').values(rows).execute();
}

function copies(firm: Firm, quantity: number) {
  const perPageCents = 250;
  const narration = `Copies of the bundle, ${quantity} pages`;
  const disbursementTypeId = typeId(firm.types, 'Photocopies');
  return {
    disbursementTypeId,
    minutes: null,
    quantity,
    amountCents: quantity * perPageCents,
    scheduleId: null,
    narration,
  };
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

/** 17:00 in South Africa, or now if that is still to come. */
function eveningOrNow(day: string, now: Date): Date {
  return new Date(Math.min(Date.parse(`${day}T17:00:00+02:00`), now.getTime()));
}

/** A secretary who records for an attorney, and an auditor for a year. */
async function seedOffice(trx: Trx, now: Date): Promise<void> {
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
