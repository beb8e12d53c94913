import { sql } from 'kysely';
import type { Db } from '../database/connections.ts';

/**
 * Writes a row, and sorts more than fits into memory: a small row may still find room on a disk
 * that is full, and a new file does not.
 */
export async function writeOnce(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '64kB', true),
      set_config('statement_timeout', '2s', true)`.execute(trx);
    await sql`select count(*) from (
      select repeat(md5(n::text), 8) from generate_series(1, 2000) n order by 1 offset 0
    ) sorted`.execute(trx);
    await sql`insert into write_probes (at) values (now())
      on conflict (id) do update set at = excluded.at`.execute(trx);
  });
}
