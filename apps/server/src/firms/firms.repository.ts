import { role, userStatus, type UserStatus } from '@recoup/contract/core/access';
import type { Firm, AdminOfFirm } from '@recoup/contract/firms/endpoints';
import { sql, type ExpressionBuilder } from 'kysely';
import type { FirmScope, Scope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { insertIfNew } from '../platform/database/insert-if-new.ts';
import {
  contains,
  foldedText,
  type PageQuery,
  paginate,
  searchableTable,
} from '../platform/database/pagination-and-search.ts';
import { firstSignInEnd } from '@recoup/contract/account/rules';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../platform/database/tables.generated.ts';
import type { FirmSettings } from '@recoup/contract/firms/firm-settings-endpoints';

/** The settings that are columns of the firm. */
export type StoredSettings = Omit<FirmSettings, 'signOn'>;

/** The firm's logo and a small copy for lists; both JPEG. */
export type Logo = { large: Buffer; small: Buffer };

export async function findFirm(db: Db, firm: FirmScope): Promise<Firm | undefined> {
  const row = await findFirmRow(db, firm);
  return row && toFirm(row);
}

type FirmRow = NonNullable<Awaited<ReturnType<typeof findFirmRow>>>;

async function findFirmRow(db: Db, firm: FirmScope) {
  return db
    .selectFrom('firms')
    .leftJoin('users', 'users.id', 'firms.adminId')
    .where('firms.id', '=', firm.firmId)
    .select([...firmColumns, 'firms.logo'])
    .select(domainsOfFirm)
    .executeTakeFirst();
}

export type LockedFirm = NonNullable<Awaited<ReturnType<typeof lockFirm>>>;

/** Leaves foreign keys to the firm free, or two requests that audit each other would deadlock. */
export async function lockFirm(trx: Trx, firm: FirmScope) {
  const row = await trx
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select([
      'name',
      'adminId',
      'version',
      sql<string | null>`octet_length(logo) || ' bytes'`.as('logoLabel'),
    ])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const domains = await trx
    .selectFrom('firmDomains')
    .where('firmId', '=', firm.firmId)
    .select('domain')
    .orderBy('position')
    .execute();
  return { ...row, domains: domains.map(({ domain }) => domain) };
}

/** Also waits for transactions that add or change the firm's users, and keeps out new ones. */
export async function lockFirmExclusively(trx: Trx, firm: FirmScope): Promise<void> {
  await trx
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
}

/** False when there is a firm of that id. */
export async function insertFirm(
  trx: Trx,
  firm: FirmScope,
  values: { name: string; logo: Logo | null; now: Date },
): Promise<boolean> {
  const { name, logo, now: createdAt } = values;
  const logos = { logo: logo?.large ?? null, logoSmall: logo?.small ?? null };
  return insertIfNew(
    trx
      .insertInto('firms')
      .values({ id: firm.firmId, name, ...logos, createdAt })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
}

/** An undefined logo stays. */
export async function updateFirmFields(
  trx: Trx,
  firm: FirmScope,
  values: { name: string; adminId: string | null; logo: Logo | null | undefined },
): Promise<void> {
  const { name, adminId, logo } = values;
  await trx
    .updateTable('firms')
    .set((eb) => ({
      name,
      adminId,
      version: eb('version', '+', 1),
      ...(logo !== undefined && { logo: logo?.large ?? null, logoSmall: logo?.small ?? null }),
    }))
    .where('id', '=', firm.firmId)
    .execute();
}

export async function replaceDomains(trx: Trx, firm: FirmScope, domains: readonly string[]) {
  await trx.deleteFrom('firmDomains').where('firmId', '=', firm.firmId).execute();
  const rows = domains.map((domain, index) => ({
    firmId: firm.firmId,
    position: index + 1,
    domain,
  }));
  await trx.insertInto('firmDomains').values(rows).execute();
}

export async function findDomainsTakenByOthers(
  db: Db,
  firm: FirmScope,
  domains: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('firmDomains')
    .where('domain', 'in', domains)
    .where('firmId', '!=', firm.firmId)
    .select('domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** Emails of the firm's active users at these domains, sorted; an auditor needs no domain. */
export async function listActiveEmails(db: Db, firm: FirmScope, domains: readonly string[]) {
  const rows = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('status', '=', userStatus.active)
    .where('role', '!=', role.auditor)
    .where(sql<string>`split_part(email, '@', 2)`, 'in', domains)
    .select('email')
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Sorted by name, with small logos. */
export async function listFirms(
  db: Db,
  scope: Scope,
  query: { search?: string | undefined } & PageQuery,
): Promise<{ data: Firm[]; count: number }> {
  const firms = filterFirms(db, scope, query.search);
  // Joins logos, domains and admins to the page only, not to the firms before it.
  const page = paginate(firms.select('firms.id').orderBy(byName).orderBy('firms.id'), query);
  const [rows, { count }] = await Promise.all([
    db
      .selectFrom(page.as('page'))
      .innerJoin('firms', 'firms.id', 'page.id')
      .leftJoin('users', 'users.id', 'firms.adminId')
      .select([...firmColumns, 'firms.logoSmall as logo'])
      .select(domainsOfFirm)
      .orderBy(byName)
      .orderBy('firms.id')
      .execute(),
    firms.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(toFirm), count };
}

const byName = foldedText(sql`firms.name`);

/** Each of the three tables has a trigram index: a union uses them all, an `or` none. */
function filterFirms(db: Db, scope: Scope, search: string | undefined) {
  const firms = db.selectFrom('firms');
  const query = scope.firmId === undefined ? firms : firms.where('firms.id', '=', scope.firmId);
  if (search === undefined || search === '') return query;
  return query.where('firms.id', 'in', (eb) =>
    eb
      .selectFrom(searchableTable('firms', true).as('named'))
      .where(contains(sql`named.name`, search))
      .select('named.id')
      .union(
        eb
          .selectFrom(searchableTable('firmDomains', true).as('firmDomains'))
          .where(contains(sql`domain`, search))
          .select('firmDomains.firmId as id'),
      )
      .union(
        eb
          .selectFrom(searchableTable('users', true).as('admin'))
          // On both keys, so that PostgreSQL uses the firm's primary key.
          .innerJoin('firms as led', (join) =>
            join.onRef('led.id', '=', 'admin.firmId').onRef('led.adminId', '=', 'admin.id'),
          )
          .where(contains(sql`admin.name || E'\n' || admin.email || E'\n' || admin.cell`, search))
          .where(contains(sql`admin.email`, search))
          .select('led.id'),
      ),
  );
}

const firmColumns = [
  'firms.id',
  'firms.name',
  'firms.version',
  'users.id as adminId',
  'users.name as adminName',
  'users.email as adminEmail',
  'users.cell as adminCell',
  'users.status as adminStatus',
  'users.version as adminVersion',
  'users.passwordResetRequired as adminIsNew',
  'users.invitedAt as adminInvitedAt',
] as const;

function domainsOfFirm(eb: ExpressionBuilder<Database, 'firms'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('firmDomains')
      .whereRef('firmDomains.firmId', '=', 'firms.id')
      .select('domain')
      .orderBy('position'),
  ).as('domains');
}

function toFirm(row: FirmRow): Firm {
  const { id, name, version, logo, domains } = row;
  return {
    _id: id,
    name,
    version,
    domains: domains.map(({ domain }) => domain),
    logo: logo === null ? null : jpegDataUrl(logo),
    admin: toAdmin(row),
  };
}

export function jpegDataUrl(picture: Buffer): string {
  return `data:image/jpeg;base64,${picture.toString('base64')}`;
}

function toAdmin(row: FirmRow): AdminOfFirm | null {
  const { adminId, adminName, adminEmail, adminCell, adminStatus, adminVersion } = row;
  if (adminId === null) return null;
  const status = (adminStatus ?? 0) as UserStatus; // a check constraint allows only the statuses
  const { adminIsNew, adminInvitedAt } = row;
  const firstSignInUntil =
    adminIsNew === true && adminInvitedAt !== null
      ? firstSignInEnd(adminInvitedAt).toISOString()
      : null;
  const person = {
    _id: adminId,
    name: adminName ?? '',
    email: adminEmail ?? '',
    cell: adminCell ?? '',
  };
  return { ...person, status, version: adminVersion ?? 0, firstSignInUntil };
}

export async function getStoredSettings(db: Db, firm: FirmScope): Promise<StoredSettings> {
  return toSettings(await selectFirmSettings(db, firm).executeTakeFirstOrThrow());
}

/** As `getStoredSettings`, locked until the transaction ends. */
export async function lockStoredSettings(trx: Trx, firm: FirmScope): Promise<StoredSettings> {
  return toSettings(await selectFirmSettings(trx, firm).forNoKeyUpdate().executeTakeFirstOrThrow());
}

export async function updateFirmSettings(
  trx: Trx,
  firm: FirmScope,
  { reminders, secondFactor, informationOfficer: officer, ...vat }: StoredSettings,
): Promise<void> {
  await trx
    .updateTable('firms')
    .set({
      ...vat,
      remindersOn: reminders.isOn,
      reminderWorkingDays: reminders.workingDaysBefore,
      reminderHour: reminders.hour,
      factorPolicy: secondFactor.policy,
      factorFrom: secondFactor.from,
      officerName: officer?.name ?? null,
      officerEmail: officer?.email ?? null,
      officerPhone: officer?.phone ?? null,
    })
    .where('id', '=', firm.firmId)
    .execute();
}

function selectFirmSettings(db: Db, firm: FirmScope) {
  return db
    .selectFrom('firms')
    .select(['isVatVendor', 'vatNumber', 'pricesIncludeVat'])
    .select(['remindersOn', 'reminderWorkingDays', 'reminderHour'])
    .select(['factorPolicy', 'factorFrom'])
    .select(['officerName', 'officerEmail', 'officerPhone'])
    .where('id', '=', firm.firmId);
}

type SettingsQuery = ReturnType<typeof selectFirmSettings>;
type Row = Awaited<ReturnType<SettingsQuery['executeTakeFirstOrThrow']>>;

function toSettings(row: Row): StoredSettings {
  const { remindersOn, reminderWorkingDays, reminderHour, factorPolicy, factorFrom, ...rest } = row;
  const { officerName: name, officerEmail: email, officerPhone: phone, ...vat } = rest;
  return {
    ...vat,
    reminders: { isOn: remindersOn, workingDaysBefore: reminderWorkingDays, hour: reminderHour },
    secondFactor: {
      policy: factorPolicy as FirmSettings['secondFactor']['policy'], // a check constraint
      from: factorFrom,
    },
    informationOfficer:
      name === null || email === null ? null : { name, email, phone: phone ?? '' },
  };
}
