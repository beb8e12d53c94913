import { sql } from 'kysely';
import type { Db } from '../platform/database/connections.ts';

export type RunKind = 'backup' | 'rehearsal';
export type Run = {
  /** The time of the schedule that was worked on last. */
  doneFor: Date | null;
  retryAt: Date | null;
  succeededAt: Date | null;
};

export async function findRun(db: Db, kind: RunKind): Promise<Run> {
  return db
    .selectFrom('installationRuns')
    .select(['doneFor', 'retryAt', 'succeededAt'])
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
}

export async function recordSuccess(
  db: Db,
  run: { kind: RunKind; doneFor: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('installationRuns')
    .set({ doneFor: run.doneFor, succeededAt: run.now, ...noFailure })
    .where('kind', '=', run.kind)
    .execute();
}

const noFailure = { retryAt: null, failedAt: null, failingSince: null, reason: null, tries: 0 };

export async function recordFailure(
  db: Db,
  run: { kind: RunKind; reason: string; now: Date; retryAt: Date },
): Promise<void> {
  await db
    .updateTable('installationRuns')
    .set((eb) => ({
      failedAt: run.now,
      retryAt: run.retryAt,
      reason: run.reason,
      tries: eb('tries', '+', 1),
      failingSince: eb.fn.coalesce('failingSince', sql<Date>`${run.now}::timestamptz`),
    }))
    .where('kind', '=', run.kind)
    .execute();
}

const times = ['succeededAt', 'failedAt', 'failingSince'] as const;

/** Pulls back what a clock that was ahead has written. Returns the number of runs. */
export async function pullBackRuns(
  db: Db,
  { now, toleranceMs }: { now: Date; toleranceMs: number },
): Promise<number> {
  const latest = new Date(now.getTime() + toleranceMs);
  const orNow = (column: (typeof times)[number]) =>
    sql<Date>`case when ${sql.ref(column)} > ${latest} then ${now}::timestamptz
      else ${sql.ref(column)} end`;
  const { numUpdatedRows } = await db
    .updateTable('installationRuns')
    .set({
      // The time of the schedule comes again.
      doneFor: sql<Date | null>`case when done_for > ${latest} then null else done_for end`,
      retryAt: null,
      succeededAt: orNow('succeededAt'),
      failedAt: orNow('failedAt'),
      failingSince: orNow('failingSince'),
    })
    .where((eb) => eb.or(['doneFor' as const, ...times].map((time) => eb(time, '>', latest))))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function findDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database())::text as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

/** Counts and sums of the database at the time of the newest backup. */
export type BackupFacts = {
  name: string;
  rows: Readonly<Record<string, number>>;
  /** The sum of all entries. */
  sumCents: string;
};

export async function recordBackupFacts(db: Db, facts: BackupFacts): Promise<void> {
  await db
    .updateTable('installationRuns')
    .set({ facts: JSON.stringify(facts) })
    .where('kind', '=', 'backup')
    .execute();
}

export async function findBackupFacts(db: Db): Promise<BackupFacts | null> {
  const { facts } = await db
    .selectFrom('installationRuns')
    .select('facts')
    .where('kind', '=', 'backup')
    .executeTakeFirstOrThrow();
  return facts as BackupFacts | null; // as `recordBackupFacts` wrote them
}
