import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { endOfRows, openBackup, TooEarlyError } from './backup-lines.ts';
import type { Snapshot, TableShape } from './db-backup.ts';

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
const header = z.object({
  format: z.literal('recoup-backup'),
  version: z.number(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
});
const trailer = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });

export type BackupHeader = z.infer<typeof header>;
export type BackupSummary = BackupHeader & { readonly rows: Readonly<Record<string, number>>; readonly sha256: string };

const version = 1;
/**
 * A gzip file of lines: a header as JSON, for each of its tables the rows and `\.`, and a last line with the count of rows and the
 * SHA-256 of everything before it. Appears whole or not at all, readable by its owner alone; memory stays flat.
 */
export async function writeBackup(file: string, snapshot: Snapshot, now: Date): Promise<BackupSummary> {
  const { migrations, tables, sequences } = snapshot;
  const head = { format: 'recoup-backup' as const, version, createdAt: now.toISOString(), migrations: [...migrations] };
  const whole = { ...head, tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })), sequences: [...sequences] };
  const part = `${file}.part`;
  const handle = await open(part, 'wx', 0o600);
  try {
    const end = { rows: {}, sha256: '' };
    await pipeline(bytesOf(snapshot, whole, end), createGzip(), handle.createWriteStream({ flush: true }));
    await rename(part, file);
    return { ...whole, ...end };
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function* bytesOf(
  snapshot: Snapshot,
  whole: BackupHeader,
  end: { rows: Record<string, number>; sha256: string },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const counted = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield counted(Buffer.from(`${JSON.stringify(whole)}\n`));
  for (const each of whole.tables) {
    const rows = snapshot.read(each);
    for await (const chunk of rows) yield counted(chunk as Buffer); // COPY gives bytes
    end.rows[each.name] = rows.rowCount ?? 0;
    yield counted(endOfRows);
  }
  end.sha256 = hash.digest('hex');
  yield Buffer.from(`${JSON.stringify({ rows: end.rows, sha256: end.sha256 })}\n`);
}

export type BackupReader = {
  /** Takes the rows of a table to their end. */
  onTable(table: TableShape, rows: AsyncIterable<Buffer>): Promise<void>;
  onHeader?(header: BackupHeader): void;
};

/**
 * Reads a backup from its beginning to its checksum.
 * @throws Error with a sentence when it is none, or is cut off or altered
 */
export async function readBackup(file: string, reader: BackupReader): Promise<BackupSummary> {
  const input = await openBackup(file);
  try {
    const head = headerOf(file, await input.line());
    reader.onHeader?.(head);
    for (const each of head.tables) await reader.onTable(each, input.rows());
    const sha256 = input.digest();
    const end = trailer.parse(JSON.parse(await input.line()));
    if (end.sha256 !== sha256 || !(await input.isAtEnd())) throw new Error('checksum');
    return { ...head, ...end };
  } catch (error) {
    throw isDamage(error) ? new Error(`${file} is cut off or was altered.`, { cause: error }) : error;
  } finally {
    input.close();
  }
}

function headerOf(file: string, line: string): BackupHeader {
  const head = header.safeParse(jsonOf(line));
  if (!head.success) throw new Error(`${file} is no backup of Recoup.`);
  if (head.data.version === version) return head.data;
  throw new Error(
    `${file} has format ${head.data.version}, and this Recoup reads format ${version}. Restore it with the Recoup that wrote it.`,
  );
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What reading a wrong, short or changed file throws; anything else is about the database. */
function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof z.ZodError || error instanceof TooEarlyError) return true;
  const { code = '', message } = error as Error & { code?: string }; // zlib's errors carry a code
  return code.startsWith('Z_') || message === 'checksum';
}
