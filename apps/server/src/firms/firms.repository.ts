import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { firstSignInEnd } from '@recoup/contract/account/rules';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AllFirmsScope, FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  contains,
  type PageQuery,
  paginate,
  searchableTable,
} from '../platform/database/pagination-and-search.ts';
import type { Database } from '../platform/database/tables.generated.ts';

/** A firm's logo as it is shown, and a small copy for lists; both JPEG. */
export type Logo = { large: Buffer; small: Buffer };

/** A page of the firms within the scope by name, with small logos, and how many there are in all. */
export async function listFirms(
  db: Db,
  scope: FirmScope | AllFirmsScope,
  query: { search?: string | undefined } & PageQuery,
): Promise<{ data: Firm[]; count: number }> {
  const firms = filterFirms(db, scope, query.search);
  // Logos, domains and admins are looked up for the page alone, not for the firms before it.
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

export async function findFirm(db: Db, firm: FirmScope): Promise<Firm | undefined> {
  const row = await db
    .selectFrom('firms')
    .leftJoin('users', 'users.id', 'firms.adminId')
    .where('firms.id', '=', firm.firmId)
    .select([...firmColumns, 'firms.logo'])
    .select(domainsOfFirm)
    .executeTakeFirst();
  return row ? toFirm(row) : undefined;
}

/**
 * The firm about to be changed; nobody else can until the transaction ends. What refers to the firm, as each line of the audit log
 * does, need not wait: two changes that audit each other's rows would wait for one another.
 */
export async function lockFirm(
  trx: Trx,
  firm: FirmScope,
): Promise<
  | {
      name: string;
      adminId: string | null;
      version: number;
      domains: string[];
      logoLabel: string | null;
    }
  | undefined
> {
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

/** Waits for whoever is about to join the firm or to change within it; nobody does until the transaction ends. */
export async function lockFirmExclusively(trx: Trx, firm: FirmScope): Promise<void> {
  await trx
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
}

export async function insertFirm(
  trx: Trx,
  firm: FirmScope,
  values: { name: string; logo: Logo | null; now: Date },
): Promise<void> {
  const { name, logo, now: createdAt } = values;
  await trx
    .insertInto('firms')
    .values({
      id: firm.firmId,
      name,
      logo: logo?.large ?? null,
      logoSmall: logo?.small ?? null,
      createdAt,
    })
    .execute();
}

/** A logo that is undefined stays. */
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

export async function replaceDomains(
  trx: Trx,
  firm: FirmScope,
  domains: readonly string[],
): Promise<void> {
  await trx.deleteFrom('firmDomains').where('firmId', '=', firm.firmId).execute();
  const rows = domains.map((domain, index) => ({
    firmId: firm.firmId,
    position: index + 1,
    domain,
  }));
  await trx.insertInto('firmDomains').values(rows).execute();
}

/** Which of these domains belong to another firm. */
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

/** Who of the firm signs in with an address at one of these domains, by e-mail. */
export async function listActiveEmails(
  db: Db,
  firm: FirmScope,
  domains: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('status', '=', userStatus.active)
    .where(sql<string>`split_part(email, '@', 2)`, 'in', domains)
    .select('email')
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

const byName = sql`lower(firms.name)`;

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

/** Each of the three places to look has its own trigram index; a union uses all of them, an `or` none. */
function filterFirms(db: Db, scope: FirmScope | AllFirmsScope, search: string | undefined) {
  const firms = db.selectFrom('firms');
  const query = scope.firmId === undefined ? firms : firms.where('firms.id', '=', scope.firmId);
  if (search === undefined || search === '') return query;
  return query.where('firms.id', 'in', (eb) =>
    eb
      .selectFrom(searchableTable('firms', true).as('named'))
      .where(contains(sql`lower(named.name)`, search))
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
          // By both keys, so that the firm's primary key finds it.
          .innerJoin('firms as led', (join) =>
            join.onRef('led.id', '=', 'admin.firmId').onRef('led.adminId', '=', 'admin.id'),
          )
          .where(
            contains(sql`lower(admin.name || E'\n' || admin.email || E'\n' || admin.cell)`, search),
          )
          .where(contains(sql`admin.email`, search))
          .select('led.id'),
      ),
  );
}

type FirmRow = {
  id: string;
  name: string;
  version: number;
  logo: Buffer | null;
  domains: { domain: string }[];
  adminId: string | null;
  adminName: string | null;
  adminEmail: string | null;
  adminCell: string | null;
  adminStatus: number | null;
  adminVersion: number | null;
  adminIsNew: boolean | null;
  adminInvitedAt: Date | null;
};

function toFirm(row: FirmRow): Firm {
  const { id, name, version, logo, domains } = row;
  return {
    _id: id,
    name,
    version,
    domains: domains.map(({ domain }) => domain),
    logo: logo === null ? null : `data:image/jpeg;base64,${logo.toString('base64')}`,
    admin: toAdmin(row),
  };
}

function toAdmin(row: FirmRow): AdminOfFirm | null {
  const { adminId, adminName, adminEmail, adminCell, adminStatus, adminVersion } = row;
  if (adminId === null) return null;
  const status = (adminStatus ?? 0) as UserStatus; // a check constraint holds it to the statuses
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
