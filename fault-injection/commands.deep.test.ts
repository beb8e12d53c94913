import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let commandFolder = '';

beforeAll(() => {
  commandFolder = mkdtempSync(path.join(tmpdir(), 'recoup-commands-'));
  chmodSync(commandFolder, 0o755);
});
afterAll(() => {
  for (const name of ['closed', ''])
    if (existsSync(path.join(commandFolder, name)))
      chmodSync(path.join(commandFolder, name), 0o755);
  rmSync(commandFolder, { recursive: true });
});

type Said = { code: number | null; output: string };

/** Runs a script without a terminal; as a user without rights where we are root. */
async function run(
  script: string,
  words: readonly string[],
  options: { env?: Record<string, string>; isStranger?: boolean } = {},
): Promise<Said> {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(process.execPath, [script, ...words], {
    env: { PATH: process.env.PATH ?? '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.isStranger === true && isRoot && { uid: 65_534, gid: 65_534 }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { code, output: output.trim() };
}

/** As much of a fresh checkout as a command reads before it installs anything. */
function freshCheckout(name: string): string {
  const folder = path.join(commandFolder, name);
  mkdirSync(folder);
  for (const part of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  return folder;
}

it.each(['#', '?', '*'])(
  'rejects a checkout with %s in its path with one sentence',
  async (sign) => {
    const folder = freshCheckout(`a${sign}b`);
    const sentence =
      `Recoup cannot be built below a folder with "${sign}" in its name: ` +
      `move or rename ${folder}/`;
    for (const script of ['start', 'dev', 'backup', 'db-reset']) {
      expect(await run(path.join(folder, `scripts/${script}.mjs`), [])).toEqual({
        code: 1,
        output: sentence,
      });
    }
  },
);

it('names the folder of a checkout that may not be written', async () => {
  const folder = freshCheckout('closed');
  chmodSync(folder, 0o555);
  const { code, output } = await run(path.join(folder, 'scripts/start.mjs'), [], {
    isStranger: true,
  });
  expect(output).toMatch(/^This user may not write .*closed\/\.cache \(EACCES\)\. Let [^\n]*$/);
  expect(output).toContain('Let the folder of Recoup belong to the user that starts it');
  expect(code).toBe(1);
});

it('requires --yes before it deletes the database without a terminal', async () => {
  const RECOUP_DATA_DIR = path.join(commandFolder, 'data');
  const database = path.join(RECOUP_DATA_DIR, 'postgresql-18');
  const reset = async (...words: string[]) =>
    run(path.join(root, 'scripts/db-reset.mjs'), words, { env: { RECOUP_DATA_DIR } });
  // Builds what is not built.
  await run(path.join(root, 'scripts/user.mjs'), []);
  expect(await reset('--yes')).toEqual({
    code: 0,
    output: `There is no database in ${RECOUP_DATA_DIR}; nothing was deleted.`,
  });
  mkdirSync(database, { recursive: true });
  const refused = await reset();
  expect(refused.output).toMatch(
    /^This deletes [^\n]*\. Without a terminal to ask, run: npm run db:reset -- --yes$/,
  );
  expect([refused.code, existsSync(database)]).toEqual([1, true]);
  expect(await reset('--yes')).toEqual({
    code: 0,
    output: `Deleted ${database}. The next start makes a new one.`,
  });
  expect(existsSync(database)).toBe(false);
}, 240_000);

it('names in one sentence the database that a command cannot reach', async () => {
  const env = { DATABASE_URL: 'postgres://recoup:wrong@localhost:1/recoup' };
  for (const [script, words] of [
    ['user', ['block', 'a@example.co.za']],
    ['backup', [path.join(commandFolder, 'file')]],
  ] as const) {
    const { code, output } = await run(path.join(root, `scripts/${script}.mjs`), words, { env });
    expect(output).toMatch(/^No PostgreSQL answers at the address in DATABASE_URL \([^\n]*:1\)\.$/);
    expect(code).toBe(1);
  }
});
