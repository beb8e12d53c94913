import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';

/**
 * `party`, `attorney_id`, `valid_from`, `valid_until`, `rank`: extensions go before the email and
 * the cell of an attorney (D2 B11, rule 5).
 */
export function peopleOfFirm(firm: FirmScope) {
  return sql`(
    select value as party, attorney_id, valid_from, valid_until, 1 as rank
    from extensions where firm_id = ${firm.firmId}
    union all
    select lower(email), id, '-infinity', 'infinity', 2
    from users where firm_id = ${firm.firmId} and role = 0
    union all
    select '+27' || substr(cell, 2), id, '-infinity', 'infinity', 3
    from users where firm_id = ${firm.firmId} and role = 0 and cell is not null)`;
}

/** Parties in the firm by which its people are known. */
export async function listOwnParties(db: Db, firm: FirmScope): Promise<string[]> {
  const { rows } = await sql<{ party: string }>`
    select distinct party from ${peopleOfFirm(firm)} p`.execute(db);
  return rows.map(({ party }) => party);
}
