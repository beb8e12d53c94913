import { sql } from 'kysely';
import type { Db } from '../src/platform/database/connections.ts';

/** Ends the back-off of failed jobs, except those that have given up. */
export async function makeJobsDue(db: Db): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where run_at > now()), now())`.execute(db);
}
