import { role, userStatus } from '@recoup/contract/core/access';
import type { Firm } from '@recoup/contract/firms/endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { domainsOfFirm, firmColumns, toFirm } from './firm-rows.repository.ts';

/** The firm's logo and a small copy for lists; both JPEG. */
export type Logo = { large: Buffer; small: Buffer };

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

export type LockedFirm = {
  name: string;
  adminId: string | null;
  version: number;
  domains: string[];
  logoLabel: string | null;
};

/** Leaves foreign keys to the firm free, or two requests that audit each other would deadlock. */
export async function lockFirm(trx: Trx, firm: FirmScope): Promise<LockedFirm | undefined> {
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
  const result = await trx
    .insertInto('firms')
    .values({
      id: firm.firmId,
      name,
      logo: logo?.large ?? null,
      logoSmall: logo?.small ?? null,
      createdAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
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

/** E-mails of the firm's active users at these domains, sorted; an auditor needs no domain. */
export async function listActiveEmails(
  db: Db,
  firm: FirmScope,
  domains: readonly string[],
): Promise<string[]> {
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
