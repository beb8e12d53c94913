import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { type Clock, hours, minutes, southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import type { WorkerOptions } from '../platform/jobs/worker.ts';
import { type BackupPlace, scheduledBackups } from './backup-place.ts';
import {
  type BackupFacts,
  findBackupFacts,
  findDatabaseBytes,
  findRun,
  recordFailure,
  recordSuccess,
  type Run,
} from './backup-runs.repository.ts';
import { restore } from './backup.ts';
import { countRows } from './table-copy.ts';

export type RehearsalOptions = Pick<WorkerOptions, 'log'> & {
  db: Db;
  clock: Clock;
  databaseUrl: string;
  place: BackupPlace;
  settings: { at: string; key: string | undefined };
  /** Folder of the embedded PostgreSQL, whose disk must have room for the scratch database. */
  disk?: string | undefined;
  /** Makes the schema in an empty database. */
  migrate: (url: string) => Promise<void>;
};

/** Once a week; a failure is recorded, and repeated after an hour. */
export async function rehearseWhenDue(options: RehearsalOptions): Promise<void> {
  const { db, clock, log, settings } = options;
  const now = clock.now();
  const dueAt = lastTimeOfWeek(settings.at, now);
  if (!isDue(await findRun(db, 'rehearsal'), { dueAt, now, pauseMs: pause })) return;
  try {
    if (!(await rehearse(options))) return;
    await recordSuccess(db, { kind: 'rehearsal', doneFor: dueAt, now: clock.now() });
  } catch (error) {
    const reason = toReason(error);
    const failedAt = clock.now();
    const retryAt = new Date(failedAt.getTime() + pause);
    await recordFailure(db, { kind: 'rehearsal', reason, now: failedAt, retryAt });
    log.warn({ reason }, 'the rehearsal of a restore failed, and is repeated in an hour');
  }
}

const pause = minutes(60);

/** Restores the newest backup into a scratch database. Returns false before the first backup. */
async function rehearse(options: RehearsalOptions): Promise<boolean> {
  const { db, clock, databaseUrl, place, settings } = options;
  const [name] = scheduledBackups(await place.list(), clock.now());
  if (name === undefined) {
    if ((await findRun(db, 'backup')).succeededAt === null) return false;
    throw new Error('There is no backup any more, although one was written.');
  }
  await requireRoom(options);
  const facts = await findBackupFacts(db);
  await place.fetch(name, async (file) =>
    inScratchDatabase(databaseUrl, async (url) => {
      await options.migrate(url);
      const { rows } = await restore(url, { file, key: settings.key });
      const expected = facts?.name === name ? facts : { name, rows };
      requireEqual(expected, await countRows(url));
    }),
  );
  return true;
}

/** A full disk would stop the installation too. */
async function requireRoom({ db, disk }: RehearsalOptions): Promise<void> {
  if (disk === undefined) return;
  const { bavail, bsize } = await statfs(disk);
  const [needed, free] = [1.5 * (await findDatabaseBytes(db)), bavail * bsize];
  const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
  if (free < needed)
    throw new Error(
      `A rehearsal needs ${inMegabytes(needed)} MB of room on the disk of the database, ` +
        `and ${inMegabytes(free)} MB are free.`,
    );
}

/** Compares counts and sums with those of the database at the time of the backup. */
function requireEqual(
  expected: Pick<BackupFacts, 'name' | 'rows'> & Partial<BackupFacts>,
  restored: Omit<BackupFacts, 'name'>,
): void {
  const { name, rows, sumCents = restored.sumCents } = expected;
  const other = Object.keys(rows).find((table) => rows[table] !== restored.rows[table]);
  if (other !== undefined)
    throw new Error(
      `${name} was restored with ${restored.rows[other] ?? 0} rows of ${other} ` +
        `instead of ${rows[other]}.`,
    );
  if (sumCents !== restored.sumCents)
    throw new Error(
      `${name} was restored with entries of ${restored.sumCents} cents instead of ${sumCents}.`,
    );
}

/** Marks the database that may be dropped. */
const comment = 'Scratch database of the rehearsals of Recoup';

async function inScratchDatabase(
  databaseUrl: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const name = await findScratchName(client);
    const quoted = pg.escapeIdentifier(name);
    await dropScratch(client, name);
    await client.query(`create database ${quoted} template template0`).catch(explain);
    await client.query(`comment on database ${quoted} is ${pg.escapeLiteral(comment)}`);
    try {
      await work(withDatabase(databaseUrl, name));
    } finally {
      await dropScratch(client, name);
    }
  } finally {
    await client.end();
  }
}

/** One for each database, within PostgreSQL's 63 bytes. */
async function findScratchName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select left(current_database(), 40) || '_rehearsal_scratch' as name`,
  );
  return rows[0]?.name ?? '';
}

/** Also drops that of a killed rehearsal. Throws for a database without our comment. */
async function dropScratch(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
    [name],
  );
  const [found] = rows;
  if (!found) return;
  if (found.comment !== comment)
    throw new Error(
      `The database ${name} is not one of rehearsals. Rename it, or drop it if it is not needed.`,
    );
  await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
}

function explain(error: unknown): never {
  const { code, message } = error as pg.DatabaseError; // of the statement
  if (code !== '42501') throw error;
  throw new Error(
    `The user in DATABASE_URL may not create the scratch database (${message}). ` +
      'As an administrator of PostgreSQL run: alter role NAME createdb.',
  );
}

function withDatabase(databaseUrl: string, name: string): string {
  return databaseUrl.replace(
    /^(postgres(?:ql)?:\/\/[^/?]*)\/?[^?]*/,
    (_, server: string) => `${server}/${encodeURIComponent(name)}`,
  );
}

/** The latest moment of this time of day, `HH:MM` in South Africa, that has come. */
export function lastTimeOfDay(at: string, now: Date): Date {
  const today = new Date(`${southAfricanDay(now)}T${at}:00+02:00`);
  return today <= now ? today : new Date(today.getTime() - hours(24));
}

/** The latest of these moments on a Sunday. */
export function lastTimeOfWeek(at: string, now: Date): Date {
  const last = lastTimeOfDay(at, now);
  const weekday = new Date(`${southAfricanDay(last)}T00:00:00Z`).getUTCDay();
  return new Date(last.getTime() - weekday * hours(24));
}

type Due = {
  dueAt: Date;
  now: Date;
  /** After a failure. */
  pauseMs: number;
};

/** Times in the future were written by a clock that was ahead: they do not count. */
export function isDue(run: Run, { dueAt, now, pauseMs }: Due): boolean {
  const isDone = run.doneFor !== null && run.doneFor >= dueAt && run.doneFor <= now;
  const waitsUntil = run.retryAt?.getTime() ?? 0;
  const isWaiting = waitsUntil > now.getTime() && waitsUntil <= now.getTime() + pauseMs;
  return !isDone && !isWaiting;
}

/** One line; errors of places and of PostgreSQL name no secret. */
export function toReason(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
