import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBuildInfo } from './build-info.ts';

const hash = 'ab'.repeat(20);
const ctx = { folder: '' };
beforeAll(async () => {
  ctx.folder = await mkdtemp(join(tmpdir(), 'recoup-build-'));
  await mkdir(join(ctx.folder, '.git/refs/heads'), { recursive: true });
});
afterAll(async () => rm(ctx.folder, { recursive: true }));

it.each([
  ['nothing', {}, { version: 'unknown', commit: 'unknown' }],
  ['a copy', { 'package.json': '{"version":"1.2.3"}' }, { version: '1.2.3', commit: 'unknown' }],
  ['a release', { COMMIT: `${'ef'.repeat(20)}\n` }, { version: '1.2.3', commit: 'ef'.repeat(20) }],
  ['a commit', { '.git/HEAD': `${hash}\n` }, { commit: hash }],
  [
    'a packed branch',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# x\n${hash} refs/heads/main\n` },
    { commit: hash },
  ],
  ['a branch', { '.git/refs/heads/main': `${'cd'.repeat(20)}\n` }, { commit: 'cd'.repeat(20) }],
])('reads version and commit of %s', async (_, files, expected) => {
  for (const [path, text] of Object.entries(files)) await writeFile(join(ctx.folder, path), text);
  expect(readBuildInfo(ctx.folder)).toMatchObject(expected);
});
