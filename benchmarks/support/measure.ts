import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/embedded-postgres/start.ts';
import { connect, type Db } from '../../apps/server/src/platform/database/connections.ts';
import { createPool } from '../../apps/server/src/platform/database/pool.ts';
import { migrate } from '../../apps/server/src/startup/migrate.ts';

/** A throw-away PostgreSQL with its durable defaults; removed by `stop`. */
export async function startTemporaryPostgres(): Promise<{
  url: string;
  stop: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
  const server = await startEmbeddedPostgres({ dataDir });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

/** Works on a new database, which has the product's tables then. */
export async function withNewDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: 2 });
  const db = connect(pool);
  try {
    await migrate(db, pool);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Works on a connection of its own, which has no limit of time for a statement. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The built server with these settings; `said` is its address. */
export function startRecoup(
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; said: string }> {
  return startProcess(builtServer, { PORT: '0', ...settings }, /Recoup is ready at (\S+)/);
}

/** A Node process that prints a line matching `ready`; its first group is returned. */
export async function startProcess(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ child: ChildProcess; said: string }> {
  const args = file.endsWith('.ts') ? ['--import', 'tsx', '--conditions=source', file] : [file];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const match = ready.exec(output);
      if (match === null) return;
      resolve(match[1] ?? '');
      // What it says from now on is read and thrown away: to keep and search it would be work on
      // the cores that are measured.
      child.stdout.removeAllListeners('data').resume();
    });
    child.once('exit', () => reject(new Error(`${file} ended early:\n${output}`)));
  });
  return { child, said };
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export type HttpRequest = { path: string; headers: Record<string, string> };

/** Requests a second, p50 and p99 in ms. Each connection sends all of `requests`. */
export async function load(
  origin: string,
  requests: readonly HttpRequest[],
  options: { seconds: number; connections?: number },
): Promise<{ perSecond: number; p50: number; p99: number }> {
  const connections = options.connections ?? 20;
  let client = 0;
  const result = await autocannon({
    url: origin,
    duration: options.seconds,
    timeout: 60,
    connections,
    setupClient: (one) => {
      const start = Math.floor((requests.length * client) / connections);
      client += 1;
      one.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${origin}: ${result.non2xx} answers were no success, ${result.errors} failed`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Seconds of processor time of a process, which hardly depend on other work. */
export function processorTime(child: Pick<ChildProcess, 'pid'>): number {
  const ticks = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ').slice(13, 15);
  return ticks.reduce((sum, each) => sum + Number(each), 0) / 100;
}

/** The most memory (MB, resident) that a process has had. */
export function peakMemory(child: ChildProcess): number {
  return Math.round(
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) /
      1024,
  );
}

/** Times in ms, sorted, of requests sent one after the other until the work ends. */
export async function timesUntil(work: Promise<unknown>, ask: () => Promise<void>) {
  const end = new AbortController();
  const watched = work.finally(() => end.abort());
  const times: number[] = [];
  while (!end.signal.aborted) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
    await wait(5);
  }
  await watched;
  return times.toSorted((a, b) => a - b);
}

/** A setting of the command line, such as `fees` of `--only=fees`. */
export function option(name: string, usual: string): string {
  const begin = `--${name}=`;
  return process.argv.find((word) => word.startsWith(begin))?.slice(begin.length) ?? usual;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const builtServer = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
