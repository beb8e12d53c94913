import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const execute = promisify(execFile);
const debian = '/usr/lib/postgresql';
/** A question about a node's health that takes longer is a no (ms). */
const patience = 500;

/** One PostgreSQL of a cluster, with the agent that a balancer asks whether it is the primary. */
export type Node = {
  url: string;
  agentPort: number;
  /** Undefined when it does not answer. */
  isPrimary(): Promise<boolean | undefined>;
  ask(statement: string): Promise<Record<string, unknown>[]>;
  /** A fresh database. */
  create(): Promise<void>;
  /** A copy of the other one, which follows it from then on. */
  follow(primary: Node): Promise<void>;
  /** All its processes at once, with SIGKILL, or with SIGSTOP as a machine that hangs. */
  strike(signal: 'SIGKILL' | 'SIGSTOP'): void;
  stop(): Promise<void>;
};

/**
 * The folder of Debian's newest PostgreSQL. @throws Error with the command that installs what is
 * missing.
 */
export function findDebianPrograms(): string {
  const versions = existsSync(debian)
    ? readdirSync(debian).filter((name) => existsSync(path.join(debian, name, 'bin/postgres')))
    : [];
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  if (newest !== undefined && existsSync('/usr/sbin/haproxy'))
    return path.join(debian, newest, 'bin');
  throw new Error(
    'This drill needs Debian’s PostgreSQL and HAProxy: ' +
      'apt-get update && apt-get install -y postgresql haproxy',
  );
}

type Given = { name: string; folder: string; port: number; binaries: string };
type Programs = {
  empty(): void;
  run(program: string, args: string[]): Promise<unknown>;
  spawn(): ChildProcess;
};

export async function makeNode(given: Given): Promise<Node> {
  const { port } = given;
  const programs = programsOf(given);
  const url = `postgres://recoup@127.0.0.1:${port}/recoup`;
  let child: ChildProcess | undefined;
  const ask = async (statement: string, database = 'recoup') =>
    query(url.replace(/recoup$/, database), statement);
  const isPrimary = async () => {
    const rows = await ask('select not pg_is_in_recovery() as "isPrimary"').catch(() => []);
    return rows[0] ? rows[0].isPrimary === true : undefined;
  };
  const start = async (): Promise<void> => {
    child = programs.spawn();
    await untilAnswered(child, given, () => ask('select 1', 'postgres'));
  };
  const agent = await startAgent(isPrimary);
  const { port: agentPort } = agent.address() as AddressInfo; // it listens on TCP
  const stop = async (): Promise<void> => {
    agent.close();
    strike(child?.pid, 'SIGKILL');
  };
  const create = async (): Promise<void> => {
    programs.empty();
    await programs.run('initdb', initdbOptions);
    await start();
    await ask('create database recoup', 'postgres');
  };
  const follow = async (primary: Node): Promise<void> => {
    programs.empty();
    await programs.run('pg_basebackup', [`--dbname=${primary.url}`, ...copyOptions]);
    await start();
  };
  const kill = (signal: 'SIGKILL' | 'SIGSTOP') => strike(child?.pid, signal);
  return { url, agentPort, isPrimary, ask, create, follow, strike: kill, stop };
}

const initdbOptions = ['--username=recoup', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
const copyOptions = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'];

async function untilAnswered(
  child: ChildProcess,
  { name, folder }: Given,
  ask: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 0; (await ask().catch(() => undefined)) === undefined; tries += 1) {
    if (tries > 600 || child.exitCode !== null)
      throw new Error(`PostgreSQL ${name} does not start, see ${folder}/${name}.log`);
    await wait(50);
  }
}

/** Its programs, on its data folder and as the user whom that belongs to. */
function programsOf({ name, folder, port, binaries }: Given): Programs {
  const user = process.getuid?.() === 0 ? postgresUser() : undefined;
  const data = path.join(folder, name);
  return {
    empty() {
      rmSync(data, { recursive: true, force: true });
      mkdirSync(data, { mode: 0o700 });
      if (user) chownSync(data, user.uid, user.gid);
    },
    run: async (program, args) =>
      execute(path.join(binaries, program), ['-D', data, ...args], { ...user, cwd: '/' }),
    spawn() {
      const log = openSync(path.join(folder, `${name}.log`), 'a');
      const settings = [
        `port=${port}`,
        'listen_addresses=127.0.0.1',
        `unix_socket_directories=${data}`,
        'wal_keep_size=512MB',
      ];
      const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
      const child = spawn(path.join(binaries, 'postgres'), args, {
        ...user,
        cwd: '/',
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      return child;
    },
  };
}

/** Answers 200 where its PostgreSQL is the primary, as Patroni's does. */
async function startAgent(isPrimary: () => Promise<boolean | undefined>): Promise<Server> {
  const server = createServer((_, reply) => {
    void isPrimary().then((answer) => reply.writeHead(answer === true ? 200 : 503).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function query(
  connectionString: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: patience,
    query_timeout: 10 * patience,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    // One that hangs does not say goodbye.
    void client.end().catch(() => {});
  }
}

/** PostgreSQL does not run as root; Debian's package creates this user. */
function postgresUser(): { uid: number; gid: number } {
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error('There is no user "postgres"; Debian’s package postgresql makes one.');
  return { uid: Number(uid), gid: Number(gid) };
}

function strike(postmaster: number | undefined, signal: 'SIGKILL' | 'SIGSTOP'): void {
  if (postmaster === undefined) return;
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster);
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

function parentOf(pid: number): number {
  try {
    return statSync(`/proc/${pid}`).isDirectory()
      ? Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
      : 0;
  } catch {
    return 0;
  }
}
