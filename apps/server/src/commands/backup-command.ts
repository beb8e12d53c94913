import path from 'node:path';
import { createBackup, checkBackup, restore } from '../backup/backup.ts';
import type { BackupSummary } from '../backup/backup-file.ts';
import { connectOrStart } from '../embedded-postgres/connect-or-start.ts';
import { connect } from '../platform/database/connections.ts';
import { createPool } from '../platform/database/pool.ts';
import { readConfig } from '../startup/config.ts';
import { migrate } from '../startup/migrate.ts';

const backupUsage = 'Usage: npm run backup, or: npm run backup -- FILE';
const restoreUsage = 'Usage: npm run restore -- FILE, or: npm run restore -- --check FILE';

/** `npm run backup [-- FILE]`, with or without a running server. */
export async function runBackupCommand(args: readonly string[], now: Date): Promise<string> {
  const [named, ...rest] = args;
  if (rest.length > 0 || named?.startsWith('-') === true) throw new Error(backupUsage);
  const { databaseUrl, dataDir } = readConfig();
  const file = path.resolve(
    named ??
      path.join(dataDir, 'backups', `recoup-${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`),
  );
  const embedded = databaseUrl === undefined ? await connectOrStart(dataDir) : undefined;
  try {
    const summary = await createBackup(embedded?.url ?? databaseUrl ?? '', { file, now });
    return `Wrote ${file}: ${describe(summary)}`;
  } finally {
    await embedded?.stop();
  }
}

/**
 * `npm run restore -- FILE` fills an empty database; `--check` only reads the file.
 */
export async function runRestoreCommand(args: readonly string[]): Promise<string> {
  const [named, ...rest] = args.filter((word) => word !== '--check');
  if (named === undefined || rest.length > 0 || named.startsWith('-'))
    throw new Error(restoreUsage);
  const file = path.resolve(named);
  if (args.includes('--check')) return `${file} is whole: ${describe(await checkBackup(file))}`;
  const { databaseUrl, dataDir } = readConfig();
  await checkBackup(file);
  const embedded =
    databaseUrl === undefined
      ? await connectOrStart(dataDir, { createIfMissing: true })
      : undefined;
  try {
    const url = embedded?.url ?? databaseUrl ?? '';
    await migrateUrl(url);
    const { queuedMails, ...summary } = await restore(url, { file });
    return (
      `Restored ${file}: ${describe(summary)}\nAll users must sign in again. ` +
      'The installation is held: nothing leaves it until you run npm run resume. ' +
      `Emails that wait: ${queuedMails}.`
    );
  } finally {
    await embedded?.stop();
  }
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
    `${all} rows of ${each.length} tables, of ${createdAt}, ` +
    `schema ${migrations.at(-1)}, SHA-256 ${sha256} (memory: ${memory} MiB at most)\n` +
    `Rows: ${each.join(', ')}`
  );
}
