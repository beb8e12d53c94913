import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { type Cluster, spawnOptions } from './server-process.ts';

/**
 * Renamed into place at the end, so that a kill leaves no half-made database. The unix socket's
 * folder is the access control; there is no password.
 */
export async function createDatabaseFolder({
  database,
  binaries,
  user,
  settings,
}: Cluster): Promise<void> {
  removeStaleInit(database);
  const fresh = mkdtempSync(`${database}.new-`);
  if (user) chownSync(fresh, user.uid, user.gid);
  const isDurable = settings.fsync !== 'off';
  const encoding = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const access = ['--username=recoup', '--auth-local=trust', '--auth-host=reject'];
  const run = (program: string, args: string[], input = '') =>
    runProgram({ program, args, input, binaries, user, database });
  await run('initdb', ['-D', fresh, ...encoding, ...access, ...(isDurable ? [] : ['--no-sync'])]);
  const fsync = `fsync=${isDurable ? 'on' : 'off'}`;
  await run(
    'postgres',
    ['--single', '-D', fresh, '-c', fsync, 'postgres'],
    'CREATE DATABASE recoup;\n',
  );
  renameSync(fresh, database);
  if (isDurable) syncFolder(path.dirname(database));
}

type Program = Pick<Cluster, 'binaries' | 'user' | 'database'> & {
  program: string;
  args: string[];
  input: string;
};

function runProgram({ program, args, input, binaries, user, database }: Program): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(binaries, program), args, {
      ...spawnOptions(user),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 && !output.includes('ERROR:')) return resolve();
      const end = signal ?? `exit code ${code}`;
      reject(
        new Error(
          `${program} could not make the database in ${database} (${end}):\n${output.trim()}`,
        ),
      );
    });
    child.stdin.end(input);
  });
}

function removeStaleInit(database: string): void {
  const folder = path.dirname(database);
  const left = readdirSync(folder).filter((name) =>
    name.startsWith(`${path.basename(database)}.new-`),
  );
  for (const name of left)
    rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
