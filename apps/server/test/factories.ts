import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../src/platform/database/connections.ts';
import { hashPassword } from '../src/platform/security/password-hashing.ts';
import { insertRows, listRows } from './rows.ts';

let serial = 0;

/** The factories of what tests need most, for one database. */
export function factoriesOn(db: () => Db) {
  const on =
    <Given extends unknown[], Made>(make: (db: Db, ...input: Given) => Promise<Made>) =>
    async (...value: Given): Promise<Made> =>
      make(db(), ...value);
  return {
    aFirm: on(aFirm),
    aUser: on(aUser),
    anAdmin: async (fields: GivenUser = {}) => aUser(db(), { role: role.attorneyAdmin, ...fields }),
    aMatter: on(aMatter),
    aDisbursementType: on(aDisbursementType),
    anEntry: on(anEntry),
    assignTypes: on(assignTypes),
    callFees: on(callFees),
  };
}

/** A firm with one domain; what a test does not name is made up. */
export async function aFirm(db: Db, given: { name?: string; domain?: string } = {}) {
  serial += 1;
  const firm = {
    id: newId(),
    name: given.name ?? `Firm number ${serial}`,
    domain: given.domain ?? `firm${serial}.co.za`,
  };
  await insertRows(db, 'firms', { id: firm.id, name: firm.name });
  await insertRows(db, 'firmDomains', { firmId: firm.id, position: 1, domain: firm.domain });
  return firm;
}

export type GivenUser = {
  firm?: { id: string; domain: string } | null;
  role?: number;
  name?: string;
  email?: string;
  cell?: string;
  status?: number;
  password?: string;
  pwdResetRequired?: boolean;
  /** Of an auditor. */
  endsOn?: string;
};

const hashes = new Map<string, Promise<string>>();

/** A hash costs as much as ten requests, and most tests use one password. */
async function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** A user, by default an active attorney of a new firm. `firm: null`: a system administrator. */
export async function aUser(
  db: Db,
  given: GivenUser = {},
): Promise<{ id: string; firmId: string | null; email: string; name: string }> {
  serial += 1;
  const firm = given.firm === undefined ? await aFirm(db) : given.firm;
  const user = {
    id: newId(),
    firmId: firm?.id ?? null,
    role: given.role ?? (firm === null ? role.systemAdmin : role.attorney),
    name: given.name ?? `Person ${serial}`,
    email: given.email ?? `person${serial}@${firm?.domain ?? 'recoup.localhost'}`,
    cell: given.cell ?? `082${String(serial).padStart(7, '0')}`,
    status: given.status ?? userStatus.active,
    passwordHash: given.password === undefined ? null : await hashOnce(given.password),
    passwordResetRequired: given.pwdResetRequired ?? false,
    ...(given.endsOn !== undefined && { endsOn: given.endsOn }),
  };
  await insertRows(db, 'users', user);
  return user;
}

export async function aDisbursementType(
  db: Db,
  firm: { id: string },
  given: {
    title?: string;
    fixed?: boolean;
    calculated?: boolean;
    active?: boolean;
    wantsNarration?: boolean;
    needsVoucher?: boolean;
    isFree?: boolean;
    vat?: string;
  } = {},
): Promise<{ id: string; title: string }> {
  serial += 1;
  const type = {
    id: newId(),
    firmId: firm.id,
    title: `Type ${serial}`,
    fixed: true,
    calculated: false,
    ...given,
  };
  await insertRows(db, 'disbursementTypes', type);
  return type;
}

export async function aMatter(
  db: Db,
  firm: { id: string },
  given: {
    number?: string;
    description?: string;
    client?: string;
    status?: string;
    opened?: string;
    attorneyId?: string;
    capCents?: number;
  } = {},
): Promise<{ id: string; number: string }> {
  serial += 1;
  const matter = {
    id: newId(),
    firmId: firm.id,
    number: `M${serial}`,
    description: `Matter ${serial}`,
    status: 'Open',
    ...given,
  };
  await insertRows(db, 'matters', matter);
  return matter;
}

/** Lets every attorney of the firm record every type that it has. */
export async function assignTypes(db: Db, firm: { id: string }): Promise<void> {
  const { id: firmId } = firm;
  const people = await listRows(db, 'users', { firmId, role: role.attorney });
  const types = await listRows(db, 'disbursementTypes', { firmId });
  const rows = people.flatMap(({ id: userId }) =>
    types.map(({ id: disbursementTypeId }, index) => ({
      firmId,
      userId,
      disbursementTypeId,
      position: index + 1,
    })),
  );
  await db
    .insertInto('userDisbursementTypes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Cents of calls `upTo` so many minutes, and `thereafter` as [interval, cents]. */
export async function callFees(
  db: Db,
  of: { firm: { id: string }; attorney: { id: string }; type: { id: string } },
  rows: {
    upTo: Readonly<Record<number, number>>;
    thereafter?: [number, number];
    validFrom?: string;
  },
): Promise<{ id: string }> {
  const schedule = {
    id: newId(),
    firmId: of.firm.id,
    userId: of.attorney.id,
    disbursementTypeId: of.type.id,
    validFrom: rows.validFrom ?? beginningOfTime,
  };
  await insertRows(db, 'callFeeSchedules', schedule);
  const ends = Object.keys(rows.upTo).map(Number);
  const timed = ends.map((endMinute, index) => ({
    startMinute: ends[index - 1] ?? 0,
    endMinute,
    chargeCents: rows.upTo[endMinute] ?? 0,
    additionalMinutes: 0,
  }));
  const [interval, cents] = rows.thereafter ?? [];
  const last =
    interval === undefined || cents === undefined
      ? []
      : [{ startMinute: -1, endMinute: -1, additionalMinutes: interval, chargeCents: cents }];
  const all = [...timed, ...last].map((row, index) => ({
    ...row,
    firmId: schedule.firmId,
    scheduleId: schedule.id,
    position: index + 1,
  }));
  if (all.length > 0) await insertRows(db, 'callFeeBands', all);
  return schedule;
}

/** A row of call fees as the form of an attorney sends it. */
export function feeRow(
  disbursementType: string,
  startTime: number,
  endTime: number,
  charges: number,
  additionalTime = 0,
): object {
  return { disbursementType, startTime, endTime, additionalTime, charges };
}

/** A stored entry; by default R 10.00 on 5 March 2026, of a new matter and type. */
export async function anEntry(
  db: Db,
  of: {
    firm: { id: string };
    attorney: { id: string };
    matter?: { id: string };
    type?: { id: string };
  },
  given: {
    date?: string;
    amountCents?: number;
    narration?: string;
    minutes?: number;
    quantity?: number;
    createdAt?: Date;
    startedAt?: Date;
  } = {},
): Promise<{ id: string }> {
  const entry = { id: newId(), date: '2026-03-05', amountCents: 1000, ...given };
  const { id: attorneyId } = of.attorney;
  const links = {
    firmId: of.firm.id,
    attorneyId,
    createdBy: attorneyId,
    matterId: (of.matter ?? (await aMatter(db, of.firm))).id,
    disbursementTypeId: (of.type ?? (await aDisbursementType(db, of.firm))).id,
  };
  await insertRows(db, 'entries', { ...entry, ...links });
  return entry;
}

/** What an inserted export refers to. */
export async function aLetterhead(db: Db, firmId: string, name = 'A firm'): Promise<Buffer> {
  const sha256 = Buffer.alloc(32);
  await db
    .insertInto('letterheads')
    .values({ firmId, sha256, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return sha256;
}
