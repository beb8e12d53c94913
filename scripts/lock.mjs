// A lock file that names its process.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** One process at a time: the second one waits, and finds the work done. */
export async function withLock(lock, work) {
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let tries = 0; !take(lock); tries += 1) {
    if (tries === 0)
      console.log(`Process ${pidIn(lock)} holds ${path.basename(lock)}, waiting ...`);
    await wait(200);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // A lock that has just been made may not hold its pid yet.
  if (age > 1_000 && !isAlive(pidIn(lock))) rmSync(lock, { force: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function pidIn(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return 0;
  }
}
