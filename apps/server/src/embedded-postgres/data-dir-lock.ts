import { spawnSync } from 'node:child_process';
import {
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Returns the release. Takes over the lock of a killed process.
 * Throws an error with the process that holds the folder.
 */
export async function lockDataDir(folder: string): Promise<() => void> {
  const file = path.join(folder, 'recoup.lock');
  const mine = JSON.stringify({ pid: process.pid, started: processStart(process.pid) });
  for (;;) {
    if (create(file, mine))
      return () => void (read(file) === mine && rmSync(file, { force: true }));
    const found = await readSettled(file);
    const holder = findHolder(found);
    if (holder) throw new Error(inUse(folder, holder));
    discard(file, found);
  }
}

/**
 * Stops what a killed process left running: two PostgreSQL on one folder destroy the data. The
 * caller holds the lock, so no process there belongs to a living Recoup.
 */
export async function stopOrphans(database: string): Promise<void> {
  const pidFile = path.join(database, 'postmaster.pid');
  const [pid] = (read(pidFile) ?? '').split('\n').map(Number);
  if (!pid) return;
  for (let tries = 0; ; tries += 1) {
    const left = processesOn(database, pid);
    if (left.length === 0) break;
    // Children of a dead postmaster end within seconds; then they are killed.
    if (left.includes(pid)) signal(pid, tries < 1_000 ? 'SIGINT' : 'SIGQUIT');
    else if (tries > 200) for (const child of left) signal(child, 'SIGQUIT');
    await wait(20);
  }
  // PostgreSQL trusts this pid even if it belongs to another program now.
  rmSync(pidFile, { force: true });
}

function create(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** A new lock may be empty for a moment. */
async function readSettled(file: string): Promise<string | undefined> {
  for (let tries = 0; tries < 10 && read(file) === ''; tries += 1) await wait(10);
  return read(file);
}

/** Undefined when the process is gone, or its pid reused. */
function findHolder(content: string | undefined): number | undefined {
  const [, pid, started] = /^\{"pid":(\d+),"started":"(.*)"\}$/.exec(content ?? '') ?? [];
  const isAlive = pid !== undefined && started !== '' && processStart(Number(pid)) === started;
  return isAlive ? Number(pid) : undefined;
}

/** Another process may have taken the lock over since it was read. */
function discard(file: string, stale: string | undefined): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  const taken = read(aside);
  if (taken !== undefined && taken !== stale) create(file, taken);
  rmSync(aside, { force: true });
}

function inUse(folder: string, pid: number): string {
  const who = pid === process.pid ? `This process (${pid})` : `Process ${pid}`;
  return (
    `${who} already uses the data folder ${folder}. ` +
    'Stop it first, or set RECOUP_DATA_DIR (and PORT) to run a second Recoup beside it.'
  );
}

/** Empty without such a process. */
function processStart(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    }).stdout.trim();
  // After the program's name in brackets: the state, and 19 fields on the start in ticks.
  const stat = read(`/proc/${pid}/stat`) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isGone = stat === '' || fields[0] === 'Z' || fields[0] === 'X';
  return isGone ? '' : `${read('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`;
}

/** Their working directory is the database folder. */
function processesOn(database: string, postmaster: number): number[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(postmaster)], {
      encoding: 'utf8',
    });
    return stdout.includes(database) ? [postmaster] : [];
  }
  return readdirSync('/proc')
    .map(Number)
    .filter(
      (pid) =>
        pid > 0 && findLinkTarget(`/proc/${pid}/cwd`) === database && processStart(pid) !== '',
    );
}

function findLinkTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    // The process has ended, or belongs to another user.
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return undefined;
    throw error;
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
