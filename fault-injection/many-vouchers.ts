import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Voucher } from '@recoup/contract/vouchers/endpoints';
import type pg from 'pg';
import { createSession } from '../apps/server/src/account/session/sessions.service.ts';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { createDatabase, dropDatabase, withClient } from '../apps/server/test/database.ts';
import { testSecretKey } from '../apps/server/test/secret-key.ts';
import { scan, scannedPdf } from '../apps/server/test/voucher-files.ts';
import { ask } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import { startPostgres } from './support/postgres.ts';
import { freePort, startServer } from './support/server.ts';
import {
  countDiffering,
  type Hashes,
  insertEntries,
  insertVouchers,
} from './support/voucher-rows.ts';
import { aWorker, type Worker } from './support/workers.ts';

const defaults = { vouchers: 1_000, kilobytes: 200, encrypted: 0 };
const mostMiB = 250;

export const drill = defineDrill({
  about:
    'A firm with so many vouchers, beside one of as many entries without: its lists take no ' +
    'longer, and npm run backup and npm run restore return each voucher byte for byte.',
  options: defaults,
  run: async (options) => {
    const figures = await runManyVouchers(options);
    console.table(figures.lists);
    console.table(figures.commands);
    console.log(`${figures.vouchers} vouchers, ${figures.differing} of them differ`);
    return isWhole(figures) && figures.lists.every(({ times, most }) => times <= most);
  },
});

type Figures = {
  lists: readonly ListFigures[];
  commands: Record<'backup' | 'restore', CommandFigures>;
  vouchers: number;
  /** Restored ones, and those that a server on the restored database sends. */
  differing: number;
};
type ListFigures = {
  list: string;
  withMs: number;
  withoutMs: number;
  times: number;
  most: number;
};
type CommandFigures = { seconds: number; mebibytes: number; fileMB: number };

export function isWhole({ commands, differing }: Figures): boolean {
  return differing === 0 && Object.values(commands).every(({ mebibytes }) => mebibytes <= mostMiB);
}

export async function runManyVouchers({
  vouchers,
  kilobytes,
  encrypted,
}: typeof defaults): Promise<Figures> {
  const bytes = kilobytes * 1024;
  await requireSpace(vouchers * bytes);
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-vouchers-'));
  const postgres = await startPostgres();
  const settings = {
    DATABASE_URL: postgres.url,
    RECOUP_DATA_DIR: folder,
    ...(encrypted > 0 && { RECOUP_BACKUP_KEY: testSecretKey }),
  };
  try {
    const restored = { ...settings, DATABASE_URL: await createDatabase(postgres.url, 'restored') };
    const filled = await fill(postgres.url, { vouchers, bytes });
    const lists = await onServer(settings, async (url) => {
      await uploadSome(url, filled);
      return measureLists(url, filled);
    });
    const file = path.join(folder, 'whole.backup');
    const backup = await runCommand('backup', settings, file);
    // A disk with the data, its backup and its copy at once would need half as much again.
    await dropDatabase(postgres.url, 'recoup');
    const restore = await runCommand('restore', restored, file);
    await rm(file);
    const differing =
      (await withClient(restored.DATABASE_URL, (client) => countDiffering(client, filled.hashes))) +
      (await countDifferingDownloads(restored, filled));
    return { lists, commands: { backup, restore }, vouchers: filled.hashes.size, differing };
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The data with a backup or a copy of it, and the log of PostgreSQL. */
async function requireSpace(bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const needed = Math.ceil((2.3 * bytes) / 1e9) + 3;
  const free = Math.floor((bavail * bsize) / 1e9);
  if (free < needed) throw new Error(`${tmpdir()} has ${free} GB free; this needs ${needed} GB.`);
}

type Filled = { vouched: Worker; plain: Worker; hashes: Hashes; entries: number };

/** Two firms with equal entries; those of one have a voucher each. */
async function fill(url: string, size: { vouchers: number; bytes: number }): Promise<Filled> {
  const { vouchers: entries, bytes } = size;
  const people = await onDatabase(url, async (db, pool) => {
    await migrate(db, pool);
    return { vouched: await aWorker(db), plain: await aWorker(db) };
  });
  return withClient(url, async (client) => {
    const { vouched, plain } = people;
    await insertEntries(client, plain, entries);
    const ids = await insertEntries(client, vouched, entries);
    const hashes = await insertVouchers(client, vouched, { entries: ids, bytes });
    return { ...people, hashes, entries };
  });
}

/** By the product itself: scans, and a PDF of several pieces. */
async function uploadSome(
  url: string,
  { vouched: { attorneyToken: token }, hashes }: Filled,
): Promise<void> {
  const [photo, document] = ['image/jpeg', 'application/pdf'];
  const files = [
    { body: await scan(), type: photo },
    { body: await scan(), type: photo },
    { body: await scannedPdf(3), type: document },
  ];
  const [entry] = await listOf(url, token, 'itemsPerPage=1');
  const address = `${url}/entries/${entry?._id}/vouchers?fileName=Invoice`;
  for (const file of files) {
    const { status, body } = await ask(address, { method: 'POST', token, ...file });
    if (status !== 201) throw new Error(`a voucher was answered with ${status} ${body}`);
    const { data } = JSON.parse(body) as { data: Pick<Voucher, '_id' | 'sha256'> }; // contract's
    hashes.set(data._id, data.sha256);
  }
}

/**
 * Lists of both firms; `most`: times as long. Both filters read all entries in either firm, and
 * beside them a link for each entry, which the other firm has not.
 */
const lists = [
  { list: 'first page', most: 1.25, vouched: '', plain: '' },
  { list: 'page in the middle', most: 1.25, vouched: 'page=middle', plain: 'page=middle' },
  { list: 'with vouchers', most: 2.5, vouched: 'hasVoucher=true', plain: 'hasVoucher=false' },
  { list: 'without vouchers', most: 2.5, vouched: 'hasVoucher=false', plain: 'hasVoucher=false' },
] as const;
const rounds = 25;

/** Medians of requests of the two firms by turns. */
async function measureLists(url: string, filled: Filled): Promise<ListFigures[]> {
  const figures: ListFigures[] = [];
  const middle = `page=${Math.ceil(filled.entries / 100)}`;
  for (const { list, most, ...queries } of lists) {
    const times: Record<'vouched' | 'plain', number[]> = { vouched: [], plain: [] };
    const measure = async (firm: keyof typeof times): Promise<void> => {
      const query = queries[firm].replace('page=middle', middle);
      const startedAt = performance.now();
      await listOf(url, filled[firm].adminToken, `itemsPerPage=50&${query}`);
      times[firm].push(performance.now() - startedAt);
    };
    for (let round = 0; round < rounds; round += 1) {
      await measure('vouched');
      await measure('plain');
    }
    const [withMs, withoutMs] = [median(times.vouched), median(times.plain)];
    figures.push({ list, withMs, withoutMs, times: rounded(withMs / withoutMs), most });
  }
  return figures;
}

async function listOf(url: string, token: string, query: string): Promise<{ _id: string }[]> {
  const { status, body } = await ask(`${url}/entries?${query}`, { token });
  if (status !== 200) throw new Error(`a list was answered with ${status} ${body}`);
  return (JSON.parse(body) as { data: { _id: string }[] }).data; // the contract's
}

function median(values: readonly number[]): number {
  return rounded(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** The memory is what the command itself says. */
async function runCommand(
  name: 'backup' | 'restore',
  environment: Record<string, string>,
  file: string,
): Promise<CommandFigures> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(root, `scripts/${name}.mjs`), file], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  if (code !== 0) throw new Error(`npm run ${name} has failed: ${output}`);
  const mebibytes = Number(/memory: (\d+) MiB/.exec(output)?.[1]);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return { seconds, mebibytes, fileMB: Math.round((await stat(file)).size / 1e6) };
}

const downloads = 200;

/** By the product itself, on the restored database. */
async function countDifferingDownloads(
  settings: Record<string, string> & { DATABASE_URL: string },
  { vouched: { admin }, hashes }: Filled,
): Promise<number> {
  const token = await onDatabase(settings.DATABASE_URL, (db) =>
    createSession(db, { userId: admin, kind: 'full', now: new Date() }),
  );
  return onServer(settings, async (url) => {
    let differing = 0;
    const every = Math.ceil(hashes.size / downloads);
    // From the end, where those are that were uploaded.
    const sampled = [...hashes].toReversed().filter((_, at) => at % every === 0 || at < 3);
    for (const [id, sha256] of sampled) {
      const { body } = await ask(`${url}/vouchers/${id}`, { token, encoding: 'latin1' });
      const received = createHash('sha256').update(body, 'latin1').digest('hex');
      if (received !== sha256) differing += 1;
    }
    return differing;
  });
}

async function onServer<T>(
  settings: Record<string, string>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = startServer(settings, await freePort());
  try {
    await server.ready;
    return await work(server.url);
  } finally {
    await server.end('SIGTERM');
  }
}

async function onDatabase<T>(url: string, work: (db: Db, pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: 2 });
  const db = connect(pool);
  try {
    return await work(db, pool);
  } finally {
    await db.destroy();
  }
}
