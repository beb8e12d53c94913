import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';

/**
 * New numbers that differ from an existing one only in leading zeros, as sentences: a spreadsheet
 * drops them, and the file would add each of its matters a second time.
 */
export async function listLostZeros(trx: Trx, firm: FirmScope): Promise<string[]> {
  const { rows } = await sql<{ count: number; row: number; number: string; existing: string }>`
    with created as (
      select s.row_number, s.number, ltrim(s.key, '0') as bare from staged s
      where not exists (
        select from matters m where m.firm_id = ${firm.firmId} and lower(m.number) = s.key)),
    alike as (
      select distinct on (c.row_number) c.row_number, c.number, m.number as existing
      from created c
        join matters m on m.firm_id = ${firm.firmId} and ltrim(lower(m.number), '0') = c.bare
      order by c.row_number, m.number)
    select count(*) over ()::int as count, row_number as row, number, existing
    from alike order by row_number limit 1`.execute(trx);
  return rows.map(({ count, row, number, existing }) => {
    const numbers = count === 1 ? 'One new number differs' : `${count} new numbers differ`;
    return (
      `${numbers} from an existing one only in leading zeros, such as “${number}” in row ${row} ` +
      `from “${existing}”. A spreadsheet drops such zeros. If these are the same matters, ` +
      'correct the numbers, or each becomes a second matter.'
    );
  });
}
