import path from 'node:path';
import { requireFolder } from '../backup/folder-place.ts';
import { createBackup, checkBackup, restore } from '../backup/backup.ts';
import type { BackupSummary } from '../backup/backup-file.ts';
import { connectOrStart } from '../embedded-postgres/connect-or-start.ts';
import { makeFolder } from '../platform/core/make-folder.ts';
import { readConfig } from '../startup/config.ts';
import { migrateUrl } from '../startup/migrate.ts';

const backupUsage = 'Usage: npm run backup, or: npm run backup -- FILE';
const restoreUsage = 'Usage: npm run restore -- FILE, or: npm run restore -- --check FILE';

/** `npm run backup [-- FILE]`, with or without a running server. */
export async function runBackupCommand(args: readonly string[], now: Date): Promise<string> {
  const [named, ...rest] = args;
  if (rest.length > 0 || named?.startsWith('-') === true) throw new Error(backupUsage);
  const { databaseUrl, dataDir, backupKey: key } = readConfig();
  const own = path.join(dataDir, 'backups');
  if (named === undefined) makeFolder(own, 0o700);
  const file = path.resolve(
    named ?? path.join(own, `recoup-${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`),
  );
  await requireFolder(path.dirname(file));
  const embedded = databaseUrl === undefined ? await connectOrStart(dataDir) : undefined;
  try {
    const summary = await createBackup(embedded?.url ?? databaseUrl ?? '', { file, now, key });
    return `Wrote ${file}${key === undefined ? '' : ', encrypted'}: ${describe(summary)}`;
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
  const { databaseUrl, dataDir, backupKey: key } = readConfig();
  const checked = await checkBackup({ file, key });
  if (args.includes('--check')) return `${file} is whole: ${describe(checked)}`;
  const embedded =
    databaseUrl === undefined
      ? await connectOrStart(dataDir, { createIfMissing: true })
      : undefined;
  try {
    const url = embedded?.url ?? databaseUrl ?? '';
    await migrateUrl(url);
    const { queuedMails, ...summary } = await restore(url, { file, key });
    return (
      `Restored ${file}: ${describe(summary)}\nAll users must sign in again. ` +
      'The installation is held: nothing leaves it until you run npm run resume. ' +
      `Emails that wait: ${queuedMails}.`
    );
  } finally {
    await embedded?.stop();
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
