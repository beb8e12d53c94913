import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { role } from '@recoup/contract/core/access';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { toCents } from '@recoup/contract/core/money';
import type { Trx } from '../platform/database/connections.ts';
import { hashPassword } from '../platform/security/password-hashing.ts';
import { demoAttorneys, demoFees, demoFirmAdmins, demoFirms } from './demo-people.ts';

type FirmKey = keyof typeof demoFirms;
export type Firm = {
  id: string;
  /** The active ones. */
  attorneys: string[];
  /** Without the closed ones. */
  matters: string[];
  types: Map<string, string>;
};
/** Without a password no user can sign in. */
type Person = { name: string; email: string; password?: string; cell: string; status?: number };

/** A firm with its admin, types, and the attorneys who have sign-ins. */
export async function insertFirm(trx: Trx, key: FirmKey): Promise<Firm> {
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

export async function insertPerson(
  trx: Trx,
  person: Person,
  as: { role: number; firmId: string; endsOn?: string },
): Promise<string> {
  const id = newId();
  const { name, email, cell, status = 2, password } = person;
  const passwordHash = password === undefined ? null : await hashPassword(password);
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

export async function insertFees(
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
    ['Consultation', demoBands(demoFees.consultation)] as const,
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
      firmId,
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

export function callBands(isSenior: boolean): CallFeeBand[] {
  return demoBands(isSenior ? demoFees.seniorCall : demoFees.nkosiCall);
}

function demoBands(rows: readonly (readonly [number | 'thereafter', number, number])[]) {
  return rows.map(([start, end, rand]) =>
    start === 'thereafter'
      ? { startTime: -1, endTime: -1, additionalTime: end, chargeCents: toCents(rand) }
      : { startTime: start, endTime: end, additionalTime: 0, chargeCents: toCents(rand) },
  );
}

export function typeId(types: Map<string, string>, title: string): string {
  const id = types.get(title);
  if (id === undefined) throw new Error(`the demo has no type ${title}`);
  return id;
}
