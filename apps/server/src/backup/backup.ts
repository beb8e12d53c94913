import { access } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OddRowError } from './restore-bounds.ts';
import { type BackupHeader, type BackupSummary, readBackup, writeBackup } from './backup-file.ts';
import type { Rows } from './backup-reader.ts';
import { readConfig } from '../startup/config.ts';
import { connect, createPool } from '../platform/database/connections.ts';
import { type EmptyTarget, fillEmpty, isRefusedRow, readShape, readSnapshot, type Shape } from './table-copy.ts';
import { reachEmbeddedPostgres } from '../embedded-postgres/connect-or-start.ts';
import { makeFolder } from '../platform/core/make-folder.ts';
import { migrate } from '../startup/migrate.ts';

const backupUsage = 'Say: npm run backup, or: npm run backup -- FILE';
const restoreUsage = 'Say: npm run restore -- FILE, or: npm run restore -- --check FILE';

/** `npm run backup [-- FILE]`, beside a running server or without one. Returns what to print. @throws Error with a sentence. */
export async function runBackupCommand(args: readonly string[], now: Date): Promise<string> {
  const [named, ...rest] = args;
  if (rest.length > 0 || named?.startsWith('-') === true) throw new Error(backupUsage);
  const { databaseUrl, dataDir } = readConfig();
  const file = path.resolve(named ?? path.join(dataDir, 'backups', `recoup-${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`));
  const embedded = databaseUrl === undefined ? await reachEmbeddedPostgres(dataDir) : undefined;
  try {
    const summary = await backUp(embedded?.url ?? databaseUrl ?? '', { file, now });
    return `Wrote ${file}: ${describe(summary)}`;
  } finally {
    await embedded?.stop();
  }
}

/** `npm run restore -- FILE` fills an empty database; `--check` only reads the file. Returns what to print. @throws Error with a sentence. */
export async function runRestoreCommand(args: readonly string[]): Promise<string> {
  const [named, ...rest] = args.filter((word) => word !== '--check');
  if (named === undefined || rest.length > 0 || named.startsWith('-')) throw new Error(restoreUsage);
  const file = path.resolve(named);
  if (args.includes('--check')) return `${file} is whole: ${describe(await checkBackup(file))}`;
  const { databaseUrl, dataDir } = readConfig();
  // Before anything is made for it.
  await checkBackup(file);
  const embedded = databaseUrl === undefined ? await reachEmbeddedPostgres(dataDir, { makesOne: true }) : undefined;
  try {
    const url = embedded?.url ?? databaseUrl ?? '';
    await migrateUrl(url);
    const { queuedMails, ...summary } = await restore(url, { file });
    return `Restored ${file}: ${describe(summary)}\nEverybody signs in again. Mails that were accepted and will be sent now: ${queuedMails}.`;
  } finally {
    await embedded?.stop();
  }
}

/** Writes all tables as they are at one moment. @throws Error with a sentence when the file is there already. */
export async function backUp(url: string, { file, now }: { file: string; now: Date }): Promise<BackupSummary> {
  makeFolder(path.dirname(file), 0o700);
  for (const place of [file, `${file}.part`]) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere) throw new Error(`${place} is there already, and a backup replaces nothing.`);
  }
  return readSnapshot(url, async (snapshot) => writeBackup(file, snapshot, now));
}

/** Reads the whole file, its tables, its counts and its checksum. @throws Error with a sentence. */
export async function checkBackup(file: string): Promise<BackupSummary> {
  return readBackup(file, {
    async onTable(_, rows) {
      await pipeline(rows, new Writable({ write: (_chunk, _encoding, done) => done() }));
      return undefined;
    },
  });
}

/** Fills an empty, migrated database, whole or not at all. @throws Error with a sentence. */
export async function restore(url: string, { file }: { file: string }): Promise<BackupSummary & { queuedMails: number }> {
  const found: { summary?: BackupSummary } = {};
  const shape = await readShape(url);
  const { queuedMails } = await fillEmpty(url, async (target) => {
    found.summary = await readBackup(file, {
      onHeader: (header) => refuseOtherShape(file, header, shape),
      onTable: fillTable(target),
    });
    return found.summary.sequences;
  }).catch((error: unknown) => {
    if (error instanceof OddRowError) throw new Error(`${file} holds ${error.message}.`, { cause: error });
    throw isRefusedRow(error) ? new Error(`${file} holds rows that the database refuses: ${error.message}.`, { cause: error }) : error;
  });
  if (found.summary === undefined) throw new Error('a restore without a summary');
  return { ...found.summary, queuedMails };
}

function fillTable(target: EmptyTarget) {
  return async (table: BackupHeader['tables'][number], rows: Rows): Promise<number | undefined> => {
    const copy = target.write(table);
    await pipeline(rows, copy);
    return copy.rowCount ?? undefined;
  };
}

function refuseOtherShape(file: string, header: BackupHeader, shape: Shape): void {
  if (header.migrations.join(' ') !== shape.migrations.join(' ')) {
    throw new Error(
      `${file} is of schema ${header.migrations.at(-1)}, and this Recoup has schema ${shape.migrations.at(-1)}. ` +
        'Restore it with the Recoup that wrote it, and then start the newer one, which brings the schema up to date.',
    );
  }
  const other = partsOf(header).find((part) => !partsOf(shape).includes(part));
  if (other !== undefined) throw new Error(`${file} holds ${other}, which this schema does not have.`);
  const missing = partsOf(shape).find((part) => !partsOf(header).includes(part));
  if (missing !== undefined) throw new Error(`${file} lacks ${missing}.`);
  if (partsOf(header).length !== partsOf(shape).length) throw new Error(`${file} names a column or a sequence twice.`);
}

/** Each table, column and sequence in words. */
function partsOf({ tables, sequences }: Pick<Shape, 'tables' | 'sequences'>): string[] {
  return [
    ...tables.flatMap(({ name, columns }) => [`the table ${name}`, ...columns.map((column) => `the column ${column} of ${name}`)]),
    ...sequences.map(({ name }) => `the sequence ${name}`),
  ];
}

async function migrateUrl(url: string): Promise<void> {
  const pool = createPool(url, { max: 2 });
  const db = connect(pool);
  try {
    await migrate(db, pool);
  } finally {
    await db.destroy();
  }
}

function describe({ rows, createdAt, migrations, sha256 }: BackupSummary): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const each = Object.entries(rows).map(([name, count]) => `${name} ${count}`);
  return (
    `${all} rows of ${each.length} tables, of ${createdAt}, schema ${migrations.at(-1)}, SHA-256 ${sha256} (memory: ${memory} MiB at most)\n` +
    `Rows: ${each.join(', ')}`
  );
}
