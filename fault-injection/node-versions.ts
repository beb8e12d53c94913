import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineDrill } from './support/drill.ts';

/** The lowest versions that package.json allows; each of `refused` is just below one. */
const served = ['20.19.0', '22.13.0', '24.0.0'];
const refused = ['22.12.0', '23.11.1'];
const root = fileURLToPath(new URL('..', import.meta.url));
/** An installation on a busy machine. */
const patienceMs = 15 * 60_000;

export const drill = defineDrill({
  about:
    'Runs `npm start` of a fresh checkout on the oldest supported Node of each line, ' +
    'and on those just below (npm package `node`).',
  options: { versions: served.length },
  run: async ({ versions }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recoup-node-'));
    const found: { node: string; expected: string; got: string; seconds: number }[] = [];
    try {
      for (const version of [...refused, ...served.slice(0, versions)]) {
        const startedAt = Date.now();
        const got = await tryVersion(folder, version);
        const expected = refused.includes(version) ? 'refused' : 'ready';
        found.push({
          node: version,
          expected,
          got,
          seconds: Math.round((Date.now() - startedAt) / 1000),
        });
        console.log(`Node ${version}: ${got}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    console.table(found);
    return found.every(({ expected, got }) => expected === got);
  },
});

/** `ready`, `refused` with the sentence and exit code 1, or the output. */
async function tryVersion(folder: string, version: string): Promise<string> {
  const home = path.join(folder, version);
  // A path as people have them.
  const checkout = path.join(home, 'My projects, 100% für Recoup');
  mkdirSync(checkout, { recursive: true });
  // Beside the folder: as root, PostgreSQL runs as a user that may not enter it.
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recoup-node-data-'));
  copyCheckout(checkout);
  const env: NodeJS.ProcessEnv = {
    ...withoutNpm(process.env),
    PORT: '0',
    RECOUP_DATA_DIR: dataDir,
  };
  execFileSync(
    'npm',
    ['install', '--prefix', home, '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`],
    { env, stdio: 'inherit' },
  );
  const PATH = `${path.join(home, 'node_modules/.bin')}${path.delimiter}${env.PATH ?? ''}`;
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...env, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const late = setTimeout(() => endGroup(child), patienceMs);
  try {
    return await watch(child, version);
  } finally {
    clearTimeout(late);
    endGroup(child);
    for (const made of [home, dataDir])
      rmSync(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
}

/** The files of this checkout as they are, without what was installed and built. */
function copyCheckout(to: string): void {
  const names = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8' },
  ).split('\0');
  for (const name of names) {
    const from = path.join(root, name);
    if (name !== '' && statSync(from, { throwIfNoEntry: false })?.isFile() === true)
      cpSync(from, path.join(to, name));
  }
}

/** npm hands its own settings down to what it runs. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(?:npm_|INIT_CWD$|RECOUP_|DATABASE_URL|NODE_OPTIONS$)/.test(name),
    ),
  );
}

async function watch(child: ChildProcess, version: string): Promise<string> {
  let message = '';
  let answer: Promise<string> | undefined;
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      message += text;
      const url = /Recoup is ready at (\S+)/.exec(message)?.[1];
      if (url !== undefined) answer ??= ask(url).finally(() => endGroup(child));
    });
  }
  const code = await ended;
  if (answer) return answer;
  if (code === 1 && message.includes(`this is Node ${version}`) && !/^\s+at /m.test(message))
    return 'refused';
  return `ended with ${code}: ${message.slice(-1_000)}`;
}

async function ask(url: string): Promise<string> {
  for (const address of ['/', '/readyz', '/core/api/openapi.json']) {
    const { status } = await fetch(url + address);
    if (status !== 200) return `${address} answered ${status}`;
  }
  return 'ready';
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
