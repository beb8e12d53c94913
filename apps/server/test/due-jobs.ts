import { sql } from 'kysely';
import type { Db } from '../src/platform/database/connections.ts';

/**
 * A job that failed waits for its next try ever longer; now it is due. What nobody would try again
 * stays as it is.
 */
export async function makeJobsDue(db: Db): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where run_at > now()), now())`.execute(db);
}
