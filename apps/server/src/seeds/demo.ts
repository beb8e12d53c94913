import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { role } from '@recoup/contract/core/access';
import { type CallFeeBand, priceCents } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { toCents } from '@recoup/contract/core/money';
import type { Db, Trx } from '../platform/database/connections.ts';
import { hashPassword } from '../platform/security/password-hashing.ts';
import { demoMatters, narrations, pick } from './demo-matters.ts';
import { demoAttorneys, demoFees, demoFirmAdmins, demoFirms } from './demo-people.ts';

type FirmKey = keyof typeof demoFirms;
type Firm = {
  id: string;
  attorneys: string[];
  /** Without the closed ones. */
  matters: string[];
  types: Map<string, string>;
};
type Person = { name: string; email: string; password: string; cell: string; status?: number };

/**
 * Two firms that read like a story: people, fee rows, matters, and three months of entries up to
 * `now`.
 */
export async function seedDemo(trx: Trx, now: Date): Promise<void> {
  const nkosi = await insertFirm(trx, 'nkosi');
  const daniels = await insertFirm(trx, 'daniels');
  await insertMatters(trx, nkosi, { prefix: 'NP', count: 84, now });
  await insertMatters(trx, daniels, { prefix: 'DA', count: 16, now });
  await insertEntries(trx, nkosi, { count: 260, now });
  await insertEntries(trx, daniels, { count: 40, now });
}

/** Whether the demo's people can sign in here. */
export async function hasDemo(db: Db): Promise<boolean> {
  const { email } = demoFirmAdmins.lerato;
  return (
    (await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()) !==
    undefined
  );
}

async function insertFirm(trx: Trx, key: FirmKey): Promise<Firm> {
  const firmId = newId();
  const { name, domains } = demoFirms[key];
  await trx.insertInto('firms').values({ id: firmId, name }).execute();
  await trx
    .insertInto('firmDomains')
    .values(domains.map((domain, index) => ({ firmId, position: index + 1, domain })))
    .execute();
  for (const admin of Object.values(demoFirmAdmins).filter(({ firm }) => firm === key)) {
    const adminId = await insertPerson(trx, admin, { role: role.attorneyAdmin, firmId });
    await trx.updateTable('firms').set({ adminId }).where('id', '=', firmId).execute();
  }
  const types = await insertTypes(trx, firmId);
  const attorneys: string[] = [];
  for (const attorney of Object.values(demoAttorneys).filter(({ firm }) => firm === key)) {
    const id = await insertPerson(trx, attorney, { role: role.attorney, firmId });
    await insertFees(trx, { firmId, attorneyId: id, types, isSenior: attorneys.length === 1 });
    if (attorney.status === 2) attorneys.push(id);
  }
  return { id: firmId, attorneys, matters: [], types };
}

async function insertPerson(
  trx: Trx,
  person: Person,
  as: { role: number; firmId: string },
): Promise<string> {
  const id = newId();
  const { name, email, cell, status = 2 } = person;
  const passwordHash = await hashPassword(person.password);
  await trx
    .insertInto('users')
    .values({ id, name, email, cell, status, passwordHash, passwordResetRequired: false, ...as })
    .execute();
  return id;
}

async function insertTypes(trx: Trx, firmId: string): Promise<Map<string, string>> {
  const kinds = [
    { title: 'Call', fixed: false, calculated: true },
    { title: 'Consultation', fixed: false, calculated: true },
    { title: 'Photocopies', fixed: true, calculated: false },
    { title: 'Sheriff’s fee', fixed: true, calculated: false },
    { title: 'Postage and petties', fixed: true, calculated: false },
    { title: 'Counsel’s fee', fixed: false, calculated: false },
  ];
  const rows = kinds.map((kind) => ({ id: newId(), firmId, ...kind }));
  await trx.insertInto('disbursementTypes').values(rows).execute();
  return new Map(rows.map(({ title, id }) => [title, id]));
}

async function insertFees(
  trx: Trx,
  of: { firmId: string; attorneyId: string; types: Map<string, string>; isSenior: boolean },
): Promise<void> {
  const { firmId, attorneyId: userId, types } = of;
  const titles = ['Call', 'Consultation', 'Photocopies', 'Sheriff’s fee'];
  const assigned = titles.map((title, index) => ({
    firmId,
    userId,
    disbursementTypeId: typeId(types, title),
    position: index + 1,
  }));
  await trx.insertInto('userDisbursementTypes').values(assigned).execute();
  for (const [title, bands] of [
    ['Call', callBands(of.isSenior)] as const,
    ['Consultation', bandsOf(demoFees.consultation)] as const,
  ]) {
    const scheduleId = newId();
    await trx
      .insertInto('callFeeSchedules')
      .values({
        id: scheduleId,
        firmId,
        userId,
        disbursementTypeId: typeId(types, title),
        validFrom: beginningOfTime,
      })
      .execute();
    const rows = bands.map((band, index) => ({
      scheduleId,
      position: index + 1,
      startMinute: band.startTime,
      endMinute: band.endTime,
      additionalMinutes: band.additionalTime,
      chargeCents: band.chargeCents,
    }));
    await trx.insertInto('callFeeBands').values(rows).execute();
  }
}

function callBands(isSenior: boolean): CallFeeBand[] {
  return bandsOf(isSenior ? demoFees.seniorCall : demoFees.nkosiCall);
}

function bandsOf(
  rows: readonly (readonly [number | 'thereafter', number, number])[],
): CallFeeBand[] {
  return rows.map(([start, end, rand]) =>
    start === 'thereafter'
      ? { startTime: -1, endTime: -1, additionalTime: end, chargeCents: toCents(rand) }
      : { startTime: start, endTime: end, additionalTime: 0, chargeCents: toCents(rand) },
  );
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
async function insertEntries(
  trx: Trx,
  firm: Firm,
  options: { count: number; now: Date },
): Promise<void> {
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
      createdAt: eveningOf(date, options.now),
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

function typeId(types: Map<string, string>, title: string): string {
  const id = types.get(title);
  if (id === undefined) throw new Error(`the demo has no type ${title}`);
  return id;
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

/** 17:00 in South Africa, or now if that is still to come. */
function eveningOf(day: string, now: Date): Date {
  return new Date(Math.min(Date.parse(`${day}T17:00:00+02:00`), now.getTime()));
}
