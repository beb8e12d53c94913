import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

const isRoot = process.getuid?.() === 0;
const settings = { fsync: 'off' };
const dataDir = mkdtempSync(path.join(tmpdir(), 'recoup-pg-'));
const database = path.join(dataDir, 'postgresql-18');
const lock = path.join(dataDir, 'recoup.lock');
const postmaster = () =>
  Number(readFileSync(path.join(database, 'postmaster.pid'), 'utf8').split('\n')[0]);
const running: EmbeddedPostgres[] = [];

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const postgres = await startEmbeddedPostgres({ dataDir, settings, ...options });
  running.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts PostgreSQL on the folder, writes one row, and is killed with -9. */
async function startAndDieElsewhere(row: string, beforeDeath: () => void): Promise<void> {
  const module = fileURLToPath(new URL('start.ts', import.meta.url));
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const { default: pg } = await import('pg');
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("insert into kept values ('${row}')");
    console.log('written');
  `;
  const packageRoot = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (exit) => reject(new Error(`ended with ${exit}`)));
  });
  beforeDeath();
  const dead = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await dead;
}

/** The shell that ends PostgreSQL when its parent dies. */
function killWatcherOf(pid: number): void {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const watcher = pids.find(
    (name) =>
      existsSync(`/proc/${name}/cmdline`) &&
      readFileSync(`/proc/${name}/cmdline`, 'utf8').endsWith(`\0${pid}\0`),
  );
  process.kill(Number(watcher), 'SIGKILL');
}

const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/cwd`) && readlinkSync(`/proc/${pid}/cwd`) === database;

beforeAll(async () => {
  const { url, stop } = await start();
  await query(url, "create table kept (row text); insert into kept values ('first')");
  await stop();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the embedded PostgreSQL', () => {
  it('keeps its data over a restart', async () => {
    const { url } = await start();
    expect(await query(url, 'select row from kept')).toEqual([{ row: 'first' }]);
  });

  it('is UTF-8, knows the case of every alphabet, and lives in UTC', async () => {
    const { url } = await start();
    const [row] = await query(
      url,
      `select lower('ÉÄ') as lower, current_setting('server_encoding') as encoding,
        current_setting('TimeZone') as zone`,
    );
    expect(row).toEqual({ lower: 'éä', encoding: 'UTF8', zone: 'UTC' });
  });

  it('listens on no TCP port', async () => {
    const { url } = await start();
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  it('writes durably by default', async () => {
    const { url } = await start({ settings: {} });
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      expect(await query(url, `show ${setting}`)).toEqual([{ [setting]: 'on' }]);
  });

  it('removes the remains of a killed first start', async () => {
    const empty = mkdtempSync(path.join(tmpdir(), 'recoup-pg-'));
    mkdirSync(path.join(empty, 'postgresql-18.new-half'));
    const { url, stop } = await start({ dataDir: empty });
    expect(await query(url, 'select current_database() as name')).toEqual([{ name: 'recoup' }]);
    expect(readdirSync(empty).filter((name) => name.includes('.new-'))).toEqual([]);
    await stop();
    rmSync(empty, { recursive: true });
  });

  it('accepts a folder whose path is too long for a socket', async () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'recoup-pg-'));
    const long = path.join(parent, 'x'.repeat(100));
    chmodSync(parent, 0o711);
    const { url, stop } = await start({ dataDir: long });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    rmSync(parent, { recursive: true });
    rmSync(new URL(url.replace('@/', '@x/')).searchParams.get('host') ?? '', { recursive: true });
  });

  it('reports why it does not start, and releases the folder', async () => {
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /does not start .*invalid value for parameter "shared_buffers"/s,
    );
    expect(existsSync(lock)).toBe(false);
  });

  it.runIf(isRoot)('names the folder that the unprivileged user cannot enter', async () => {
    const closed = mkdtempSync(path.join(tmpdir(), 'recoup-pg-'));
    await expect(start({ dataDir: path.join(closed, 'data') })).rejects.toThrow(
      new RegExp(`cannot enter ${closed}\\. Set RECOUP_DATA_DIR`),
    );
    rmSync(closed, { recursive: true });
  });
});

describe('a folder that is in use', () => {
  it('rejects a second start, and names the process, the folder and the way out', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      new RegExp(
        `\\(${process.pid}\\) already uses the data folder ${dataDir}\\. ` +
          'Stop it first, or set RECOUP_DATA_DIR',
      ),
    );
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is free again after stop', async () => {
    await start().then(({ stop }) => stop());
    expect(existsSync(lock)).toBe(false);
    expect(existsSync(path.join(database, 'postmaster.pid'))).toBe(false);
    await start();
  });

  it('is taken over when the pid in its lock has gone to another program', async () => {
    writeFileSync(lock, JSON.stringify({ pid: process.ppid, started: 'another boot 1' }));
    await start();
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it('is taken over when its lock was never finished', async () => {
    writeFileSync(lock, '');
    await start();
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it('is taken over when another program has the pid in PostgreSQL’s file', async () => {
    writeFileSync(
      path.join(database, 'postmaster.pid'),
      `${process.ppid}\n${database}\n1\n5432\n\n\n\nready\n`,
    );
    await start();
    expect(postmaster()).not.toBe(process.ppid);
  });
});

describe('after a kill -9', () => {
  it('of PostgreSQL, it restarts at the same address with all committed data', async () => {
    const log = vi.fn<(line: string) => void>();
    const { url } = await start({ log });
    await query(url, "insert into kept values ('before the crash')");
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    const rows = async () => query(url, 'select row from kept');
    await vi.waitFor(async () => expect(await rows()).toContainEqual({ row: 'before the crash' }), {
      timeout: 10_000,
    });
    expect(postmaster()).not.toBe(killed);
    const message = expect.stringContaining('PostgreSQL ended by itself (SIGKILL)');
    expect(log).toHaveBeenCalledWith(message);
  });

  it('of Recoup, the stale lock is taken over and committed data is kept', async () => {
    await startAndDieElsewhere('of a killed process', () => undefined);
    expect(existsSync(lock)).toBe(true);
    const { url } = await start();
    expect(await query(url, 'select row from kept')).toContainEqual({ row: 'of a killed process' });
  });

  it.runIf(process.platform === 'linux')('of Recoup, PostgreSQL ends by itself', async () => {
    let orphan = 0;
    await startAndDieElsewhere('of a watched process', () => (orphan = postmaster()));
    await vi.waitFor(() => expect(isRunning(orphan)).toBe(false), { timeout: 10_000 });
  });

  it.runIf(process.platform === 'linux')(
    'of Recoup and its watcher, the PostgreSQL that lives on is stopped before the next one starts',
    async () => {
      let orphan = 0;
      await startAndDieElsewhere('of an orphan', () => {
        orphan = postmaster();
        killWatcherOf(orphan);
      });
      expect(isRunning(orphan)).toBe(true);
      const { url } = await start();
      expect(isRunning(orphan)).toBe(false);
      expect(await query(url, 'select row from kept')).toContainEqual({ row: 'of an orphan' });
    },
  );
});
