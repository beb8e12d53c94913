import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';

/** An attorney or a firm admin, as the firm's directory sees them. */
export type ProvisionedRow = {
  id: string;
  email: string;
  name: string;
  externalId: string | null;
  isActive: boolean;
  createdAt: Date;
};

export type ScimFilter = { field: 'userName' | 'externalId'; value: string };

type Listing = { filter: ScimFilter | undefined; startIndex: number; count: number };

/** By email. */
export async function listProvisionedRows(
  db: Db,
  firm: FirmScope,
  { filter, startIndex, count }: Listing,
): Promise<{ rows: ProvisionedRow[]; total: number }> {
  const matching = sql`${people(firm)} ${filtered(filter)}`;
  const { rows } = await sql<ProvisionedRow>`
    select ${columns} ${matching} order by u.email
    limit ${count} offset ${startIndex - 1}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${matching}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findProvisionedRow(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<ProvisionedRow | undefined> {
  const { rows } = await sql<ProvisionedRow>`
    select ${columns} ${people(firm)} and u.id = ${id}`.execute(db);
  return rows[0];
}

const columns = sql`u.id, u.email, u.name, p.external_id, u.status = 2 as is_active,
  u.created_at`;

function people({ firmId }: FirmScope) {
  return sql`from users u
    left join sign_on_people p on p.firm_id = u.firm_id and p.user_id = u.id
    where u.firm_id = ${firmId} and u.role in (0, 1)`;
}

function filtered(filter: ScimFilter | undefined) {
  if (filter === undefined) return sql``;
  return filter.field === 'userName'
    ? sql`and u.email = ${filter.value.toLowerCase()}`
    : sql`and p.external_id = ${filter.value}`;
}

/** Whether another active firm admin is left when this one ends. */
export async function hasOtherActiveAdmin(
  db: Db,
  firm: FirmScope,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql<object>`
    select from users u join firms f on f.id = u.firm_id
    where u.firm_id = ${firm.firmId} and u.role = 1 and u.status = 2 and u.id <> ${userId}
      and coalesce(f.admin_id, u.id) = u.id limit 1`.execute(db);
  return rows.length > 0;
}
