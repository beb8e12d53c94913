import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './server.ts';

const program = '/usr/sbin/pgbouncer';
export const hasPgBouncer = existsSync(program);

export type PgBouncer = {
  url: string;
  /** Connections to PostgreSQL, and of clients that wait for one, at the moment. */
  count(): Promise<{ toPostgres: number; waiting: number }>;
  /** Transactions since its start. */
  transactions(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts Debian's PgBouncer in transaction mode before a PostgreSQL on a socket. */
export async function startPgBouncer(
  socket: string,
  { connections, ignores = '' }: { connections: number; ignores?: string },
): Promise<PgBouncer> {
  if (!hasPgBouncer)
    throw new Error('This drill needs Debian’s PgBouncer: apt-get install -y pgbouncer');
  const folder = mkdtempSync(path.join(tmpdir(), 'recoup-pgbouncer-'));
  const port = await freePort();
  const [file, log] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'log')];
  writeFileSync(file, settings({ socket, log, port, connections, ignores }));
  // It does not run as root; who owns the socket may connect to it.
  const { uid, gid } = statSync(path.dirname(socket));
  chownSync(folder, uid, gid);
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  const child = spawn(program, ['--quiet', file], { ...user, cwd: '/', stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `postgres://recoup@127.0.0.1:${port}`;
  const show = async (what: string) => rowsOf(`${url}/pgbouncer`, `show ${what}`);
  await untilAnswered(child, log, () => show('version'));
  return {
    url: `${url}/recoup`,
    count: async () => {
      const pools = (await show('pools')).filter(({ database }) => database === 'recoup');
      const sum = (...names: string[]) =>
        pools.reduce((all, pool) => all + names.reduce((n, name) => n + Number(pool[name]), 0), 0);
      return { toPostgres: sum('sv_active', 'sv_idle', 'sv_used'), waiting: sum('cl_waiting') };
    },
    transactions: async () => {
      const stats = (await show('stats')).find(({ database }) => database === 'recoup');
      return Number(stats?.total_xact_count ?? 0);
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.kill('SIGTERM')) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Given = { socket: string; log: string; port: number; connections: number; ignores: string };

function settings({ socket, log, port, connections, ignores }: Given): string {
  return `[databases]
recoup = host=${path.dirname(socket)} port=5432 user=recoup

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
ignore_startup_parameters = ${ignores}
logfile = ${log}
`;
}

async function untilAnswered(child: ChildProcess, log: string, ask: () => Promise<unknown>) {
  for (let tries = 0; (await ask().catch(() => undefined)) === undefined; tries += 1) {
    if (tries > 200 || child.exitCode !== null)
      throw new Error(
        `PgBouncer does not start. ${existsSync(log) ? readFileSync(log, 'utf8') : ''}`,
      );
    await wait(50);
  }
}

async function rowsOf(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    void client.end().catch(() => {});
  }
}
