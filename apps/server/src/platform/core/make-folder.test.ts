import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

const home = mkdtempSync(path.join(tmpdir(), 'recoup-folders-'));
afterAll(() => rmSync(home, { recursive: true }));

it('creates a folder with its parents, and does not change an existing one', () => {
  const folder = path.join(home, 'one/two');
  makeFolder(folder, 0o700);
  makeFolder(folder, 0o755);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('reports a file or a dead link in the way', () => {
  const [file, link] = ['file', 'link'].map((name) => path.join(home, name));
  writeFileSync(file ?? '', '');
  symlinkSync(path.join(home, 'nowhere'), link ?? '');
  for (const place of [file ?? '', path.join(file ?? '', 'below'), link ?? ''])
    expect(() => makeFolder(place)).toThrow(`cannot be made (E`);
});

// In a process of its own, because what makes such a folder wrongly never returns.
it.skipIf(!existsSync('/proc/self')).each([
  [
    'backup',
    '/proc/x is not a folder. Make it, or mount it: a backup makes no folder.',
    `const { runBackupCommand } = await import('../../commands/backup-command.ts');
     await runBackupCommand(['/proc/x/file'], new Date())`,
  ],
  [
    'mail',
    'The folder /proc/x cannot be made (ENOENT',
    `const { makeFolder } = await import('./make-folder.ts'); makeFolder('/proc/x/outbox')`,
  ],
])('ends below /proc, which allows no new folder: %s', (_, message, script) => {
  const args = [
    '--import',
    import.meta.resolve('tsx'),
    '--conditions=source',
    '--input-type=module',
    '-e',
    script,
  ];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: 'postgres://recoup@127.0.0.1:9/recoup' },
    encoding: 'utf8',
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});
