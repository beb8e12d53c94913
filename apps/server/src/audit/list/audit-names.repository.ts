import { sql } from 'kysely';
import type { Scope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';

/** More ids in the details of a page are shown as ids. */
const maxIds = 1_000;
const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Names of the users, matters and disbursement types whose ids stand in these details. */
export async function namesWithin(
  db: Db,
  { firmId }: Scope,
  details: readonly Readonly<Record<string, unknown>>[],
): Promise<ReadonlyMap<string, string>> {
  const found = [...new Set(JSON.stringify(details).match(ids))].slice(0, maxIds);
  if (found.length === 0) return new Map();
  const ofFirm = firmId === undefined ? sql`true` : sql`firm_id = ${firmId}`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users
    where ${ofFirm} and id = any(${found}::uuid[])
    union all
    select id, number || ' ' || description from matters
    where ${ofFirm} and id = any(${found}::uuid[])
    union all
    select id, title from disbursement_types
    where ${ofFirm} and id = any(${found}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
