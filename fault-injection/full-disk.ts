import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import type pg from 'pg';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { startSmtp } from '../apps/server/test/smtp.ts';
import { compare, isConsistent } from './support/compare.ts';
import { defineDrill } from './support/drill.ts';
import { freePort, type Server, startServer } from './support/server.ts';
import { staff } from './support/workers.ts';
import { type Acknowledgements, startWorkload, untilNextSuccess } from './support/workload.ts';
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';

type SmallDisk = {
  folder: string;
  /** Until nothing more can be written. */
  fill(): Promise<void>;
  /** Takes away what filled it. */
  empty(): Promise<void>;
  unmount(): Promise<void>;
};

/** Mounts a disk in memory. @throws Error if this machine does not allow it. */
async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recoup-small-disk-'));
  const { status, stderr, error } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    const why = (error?.message ?? stderr).trim();
    throw new Error(
      `This drill mounts a small disk: it needs Linux, root and CAP_SYS_ADMIN. ${why}`,
    );
  }
  chmodSync(folder, 0o755);
  const ballast = path.join(folder, 'ballast');
  const unmount = (): void => {
    // A process with an open file there does not delay the end of the drill.
    spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', unmount);
  return {
    folder,
    fill: async () => fillWith(ballast),
    empty: async () => rmSync(ballast, { force: true }),
    unmount: async () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}

function fillWith(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    // Large pieces first, then the last free page.
    for (const size of [1024 * 1024, 4096]) while (isWritten(descriptor, Buffer.alloc(size)));
  } finally {
    closeSync(descriptor);
  }
}

function isWritten(descriptor: number, piece: Buffer): boolean {
  try {
    return writeSync(descriptor, piece) === piece.length;
  } catch (error) {
    // Node's own errors carry a code.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

/** PostgreSQL is restarted after 5 s at the latest, and then recovers. */
const longestRecoveryMs = 20_000;
const longestAnswerMs = 30_000;

export const drill = defineDrill({
  about:
    'Fills the disk of the data folder (a tmpfs: root only) for so many seconds ' +
    'under entries, imports and mails, and frees it again.',
  options: { seconds: 20, rounds: 3, megabytes: 240 },
  run: async ({ seconds, rounds, megabytes }) => {
    const disk = await mountSmallDisk(megabytes);
    const smtp = await startSmtp();
    const folder = path.join(disk.folder, 'data');
    const port = await freePort();
    const environment = { RECOUP_DATA_DIR: folder, SMTP_URL: smtp.url, ...monitor };
    const start = () => startServer(environment, port);
    const on: Watched = { disk, start, server: start() };
    const pool = createPool(
      `postgres://recoup@localhost/recoup?host=${encodeURIComponent(path.join(folder, 'socket'))}`,
    );
    const db = connect(pool);
    try {
      await on.server.ready;
      const workload = startWorkload(on.server.url, await staff(db, 40));
      const found = await endure(
        { on, pool, acknowledgements: workload.acknowledgements },
        { seconds, rounds },
      );
      console.table(found);
      await workload.finish();
      const comparison = await compare(db, workload.acknowledgements, smtp);
      const { hung, unexpected } = workload.acknowledgements;
      console.log({ ...comparison, hung, unexpected, isAlive: on.server.isAlive() });
      return (
        found.every(isGood) &&
        on.server.isAlive() &&
        hung + unexpected.length === 0 &&
        isConsistent(comparison)
      );
    } finally {
      await db.destroy();
      await on.server.end('SIGTERM');
      await smtp.close();
      await disk.unmount();
    }
  },
});

const metricsToken = 'a-token-of-a-monitor-with-32-characters';
const monitor = { RECOUP_METRICS_TOKEN: metricsToken };

type Watched = { disk: SmallDisk; start: () => Server; server: Server };
function isGood(round: Endured, at: number): boolean {
  return isBounded(round) && (at > 0 || isSeen(round));
}

function isBounded(times: { slowestAnswerMs: number; recoveryMs: number }): boolean {
  return times.slowestAnswerMs < longestAnswerMs && times.recoveryMs < longestRecoveryMs;
}

/** Reading goes on while the disk is full, so `/readyz` stays 200. */
function isSeen({ readyz, metric }: Endured): boolean {
  return readyz.includes('200 {"status":"ready","writable":false') && metric.includes('0');
}

type Work = { on: Watched; pool: pg.Pool; acknowledgements: Acknowledgements };
type Endured = {
  full: string;
  good: number;
  refused: number;
  unanswered: number;
  slowestAnswerMs: number;
  recoveryMs: number;
  /** What was restarted. */
  restarted: string;
  /** The distinct answers of `/readyz`. */
  readyz: string;
  /** `recoup_writable` while the disk was full. */
  metric: string;
};

const kinds: readonly { name: string; hold(work: Work, seconds: number): Promise<void> }[] = [
  { name: 'full', hold: async (_, seconds) => wait(1_000 * seconds) },
  {
    name: 'full, and the log of changes needs a new file',
    async hold({ pool }, seconds) {
      await useUpLog(pool);
      await wait(1_000 * seconds);
    },
  },
  {
    name: 'full, and the server is killed and started again',
    async hold({ on }, seconds) {
      await on.server.end('SIGKILL');
      on.server = on.start();
      await Promise.race([
        on.server.ready.catch((error: Error) => console.log(error.message)),
        wait(1_000 * seconds),
      ]);
    },
  },
];

async function endure(work: Work, { seconds, rounds }: { seconds: number; rounds: number }) {
  const { on, acknowledgements } = work;
  const found: Endured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const kind = kinds[round % kinds.length];
    if (!kind) break;
    await untilNextSuccess(acknowledgements, 1);
    const before = { ...totals(acknowledgements), ...(await startsOf(work)) };
    acknowledgements.slowestMs = 0;
    await on.disk.fill();
    const watched = watchMonitors(on);
    await kind.hold(work, seconds);
    const monitors = await watched.stop();
    const { good, refused, unanswered } = totals(acknowledgements);
    await on.disk.empty();
    // As a service manager does; one that lives is left alone.
    if (!on.server.isAlive()) on.server = on.start();
    const recoveryMs = await untilSuccess(acknowledgements);
    found.push({
      full: kind.name,
      good: good - before.good,
      refused: refused - before.refused,
      unanswered: unanswered - before.unanswered,
      slowestAnswerMs: Math.round(acknowledgements.slowestMs),
      recoveryMs,
      restarted: difference(before, await startsOf(work)),
      ...monitors,
    });
  }
  return found;
}

/** Asks twice a second; 200 comes with whether the database takes writes. */
function watchMonitors(on: Watched): { stop(): Promise<Pick<Endured, 'readyz' | 'metric'>> } {
  const [readyz, metric] = [new Set<string>(), new Set<string>()];
  const stopping = new AbortController();
  const headers = { authorization: `Bearer ${metricsToken}` };
  const read = async (page: string): Promise<string> => {
    const { origin } = new URL(on.server.url);
    const reply = await fetch(`${origin}/${page}`, { headers }).catch(() => undefined);
    return reply === undefined ? 'none' : `${reply.status} ${await reply.text()}`;
  };
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      readyz.add(await read('readyz'));
      metric.add(/^recoup_writable (\d)$/m.exec(await read('metrics'))?.[1] ?? 'none');
      await wait(500);
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return { readyz: [...readyz].join(' '), metric: [...metric].join(' ') };
    },
  };
}

/** Moves PostgreSQL on to its next file of the log until there is none and none can be made. */
async function useUpLog(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isMoved = await pool
      .query(`select pg_logical_emit_message(false, 'drill', 'x'), pg_switch_wal()`)
      .then(
        () => true,
        () => false,
      );
    if (!isMoved) return;
  }
}

type Starts = { server: Server; postmaster: string; checkpointer: string };

/** The checkpointer restarts with every crash recovery, the postmaster with its end. */
async function startsOf({ on, pool }: Work): Promise<Starts> {
  const { rows } = await pool.query<{ postmaster: string; checkpointer: string }>(
    `select pg_postmaster_start_time()::text as postmaster,
      (select backend_start::text from pg_stat_activity
        where backend_type = 'checkpointer') as checkpointer`,
  );
  return {
    server: on.server,
    postmaster: rows[0]?.postmaster ?? '',
    checkpointer: rows[0]?.checkpointer ?? '',
  };
}

function difference(before: Starts, after: Starts): string {
  if (before.server !== after.server) return 'the server';
  if (before.postmaster !== after.postmaster) return 'PostgreSQL, by our supervision';
  return before.checkpointer === after.checkpointer ? 'nothing' : 'PostgreSQL, by itself';
}

/** Milliseconds until something succeeds that has not yet. */
async function untilSuccess(acknowledgements: Acknowledgements): Promise<number> {
  const from = performance.now();
  while (acknowledgements.lastSuccessAt <= from && performance.now() - from < 90_000)
    await wait(10);
  return Math.round(performance.now() - from);
}

function totals({ statuses }: Acknowledgements): {
  good: number;
  refused: number;
  unanswered: number;
} {
  const count = (status: number) => statuses.get(status) ?? 0;
  return { good: count(200) + count(201), refused: count(503), unanswered: count(0) };
}
