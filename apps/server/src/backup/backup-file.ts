import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { z } from 'zod';
import { encrypt, UndecryptableError } from './encryption.ts';
import {
  type BackupSource,
  DamagedBackupError,
  endOfRows,
  openBackup,
  type Rows,
} from './backup-reader.ts';
import { excludedTables, type Snapshot, type TableShape } from './table-copy.ts';

/** Names are printed on a terminal. */
const plainName = z.string().regex(/^\w{1,63}$/);
const table = z.object({ name: plainName, columns: z.array(plainName).min(1) });
const header = z.object({
  format: z.literal('recoup-backup'),
  version: z.number(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string().regex(/^[\w-]{1,200}$/)),
  tables: z.array(table),
  sequences: z.array(
    z.object({ name: plainName, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
});
const trailer = z.object({ rows: z.record(plainName, z.int().min(0)), sha256: z.string() });

export type BackupHeader = z.infer<typeof header>;
export type BackupSummary = BackupHeader & {
  rows: Readonly<Record<string, number>>;
  sha256: string;
};

const version = 1;
/**
 * A gzip file of lines: a JSON header, the rows of each table with `\\.`, and a last line with the
 * count of rows and the SHA-256 of all before; with a key it is encrypted. Memory stays flat.
 */
export async function writeBackup(
  write: (content: Readable) => Promise<void>,
  snapshot: Snapshot,
  { now, key }: { now: Date; key: string | undefined },
): Promise<BackupSummary> {
  const { migrations, tables, sequences } = snapshot;
  const head = {
    format: 'recoup-backup' as const,
    version,
    createdAt: now.toISOString(),
    migrations: [...migrations],
  };
  const whole = {
    ...head,
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    sequences: [...sequences],
  };
  const end = { rows: {}, sha256: '' };
  await pipeline(
    compress(backupSections(snapshot, whole, end)),
    (content: AsyncIterable<Buffer>) => (key === undefined ? content : encrypt(content, key)),
    async (content: AsyncIterable<Buffer>) => write(Readable.from(content, { objectMode: false })),
  );
  return { ...whole, ...end };
}

/** Files in these are compressed: in hexadecimal digits they shrink to their own size at best. */
const tablesOfFiles = ['voucher_pieces', 'taxation_pack_pieces'];

type Bytes = AsyncIterable<Buffer> | readonly Buffer[];
type Section = { content: Bytes; isOfFiles?: boolean };

/** The header, each table, and the last line. */
async function* backupSections(
  snapshot: Snapshot,
  whole: BackupHeader,
  end: { rows: Record<string, number>; sha256: string },
): AsyncGenerator<Section> {
  const hash = createHash('sha256');
  yield { content: hashed(hash, [Buffer.from(`${JSON.stringify(whole)}\n`)]) };
  for (const each of whole.tables) {
    const rows = snapshot.read(each);
    const isOfFiles = tablesOfFiles.includes(each.name);
    yield { content: hashed(hash, withEndOfRows(rows)), isOfFiles };
    end.rows[each.name] = rows.rowCount ?? 0;
  }
  end.sha256 = hash.digest('hex');
  yield { content: [Buffer.from(`${JSON.stringify({ rows: end.rows, sha256: end.sha256 })}\n`)] };
}

async function* hashed(hash: Hash, content: Bytes): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* withEndOfRows(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* rows;
  yield endOfRows;
}

/** A gzip member for each section. In files a search for repetitions is slow, and finds none. */
async function* compress(sections: AsyncIterable<Section>): AsyncGenerator<Buffer> {
  for await (const { content, isOfFiles = false } of sections) {
    const { Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY } = constants;
    const gzip = createGzip({ strategy: isOfFiles ? Z_HUFFMAN_ONLY : Z_DEFAULT_STRATEGY });
    // The gzip stream fails with the content.
    pipeline(content, gzip).catch(() => {});
    yield* gzip;
  }
}

export type BackupReader = {
  /** Reads the rows of a table to their end. May return its own count. */
  onTable(table: TableShape, rows: Rows): Promise<number | undefined>;
  onHeader?(header: BackupHeader): void;
};

/**
 * The summary counts the rows that were read.
 * Throws an error for a wrong, truncated or altered file, or other tables or rows than declared.
 */
export async function readBackup(
  { file, key }: BackupSource,
  reader: BackupReader,
): Promise<BackupSummary> {
  const input = await openBackup({ file, key });
  try {
    const head = parseBackupHeader(file, await input.line());
    rejectUnreadableTables(file, head);
    reader.onHeader?.(head);
    const counts: Counts[] = [];
    for (const each of head.tables) {
      const rows = input.rows();
      const taken = await reader.onTable(each, rows);
      counts.push({ name: each.name, rows: rows.count, taken: taken ?? rows.count });
    }
    const sha256 = input.digest();
    const end = trailer.parse(JSON.parse(await input.line()));
    if (end.sha256 !== sha256) throw new DamagedBackupError();
    await input.end();
    rejectWrongCounts(file, counts, end.rows);
    return { ...head, ...end };
  } catch (error) {
    throw isDamage(error)
      ? new Error(`${file} is cut off or was altered.`, { cause: error })
      : error;
  } finally {
    input.close();
  }
}

/** A backup restores no session and no limit, and no table twice. */
function rejectUnreadableTables(file: string, { tables }: BackupHeader): void {
  const names = tables.map(({ name }) => name);
  const smuggled = names.find((name) => excludedTables.includes(name));
  if (smuggled !== undefined)
    throw new Error(`${file} holds the table ${smuggled}, which no backup of Recoup holds.`);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new Error(`${file} holds the table ${repeated} twice.`);
}

type Counts = { name: string; rows: number; taken: number };

function rejectWrongCounts(
  file: string,
  counts: readonly Counts[],
  expected: Readonly<Record<string, number>>,
): void {
  for (const { name, rows, taken } of counts) {
    const count = Object.hasOwn(expected, name) ? expected[name] : undefined;
    if (count === rows && count === taken) continue;
    throw new Error(
      `${file} holds ${taken} rows of ${name}, ` +
        `and its last line says ${count ?? 'nothing of them'}.`,
    );
  }
  const other = Object.keys(expected).find((name) => !counts.some((each) => each.name === name));
  if (other !== undefined)
    throw new Error(`${file} counts rows of ${other} in its last line, and holds no such table.`);
}

function parseBackupHeader(file: string, line: string): BackupHeader {
  const head = header.safeParse(tryParseJson(line));
  if (!head.success) throw new Error(`${file} is no backup of Recoup.`);
  if (head.data.version === version) return head.data;
  throw new Error(
    `${file} has format ${head.data.version}, and this Recoup reads format ${version}. ` +
      'Restore it with the Recoup that wrote it.',
  );
}

function tryParseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Any other error is the database's. */
function isDamage(error: unknown): boolean {
  if (error instanceof UndecryptableError) return false;
  if (
    error instanceof SyntaxError ||
    error instanceof z.ZodError ||
    error instanceof DamagedBackupError
  )
    return true;
  const { code = '' } = error as Error & { code?: string }; // zlib's errors carry a code
  return code.startsWith('Z_');
}
