import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyRequests } from '../../../test/api-keys.ts';
import { useApp } from '../../../test/app.ts';
import type { callFees } from '../../../test/factories.ts';
import { openApiDocument } from './openapi.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const test = useApp();
const made = { folder: '', url: '' };

beforeAll(async () => {
  test.clock.set(new Date()); // the program records on the day of its own clock
  made.url = await test.app.listen({ port: 0, host: '127.0.0.1' });
  made.folder = await mkdtemp(join(tmpdir(), 'recoup-client-'));
  await symlink(join(root, 'node_modules'), join(made.folder, 'node_modules'), 'junction');
  await mkdir(join(made.folder, 'out'));
  const document = JSON.stringify(openApiDocument());
  const guide = await readFile(join(root, 'docs/api-client.md'), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
  await write('recoup.ts', astToString(await openapiTypes(document)));
  await write('main-job.ts', program);
  await write('package.json', JSON.stringify({ type: 'module' }));
  await write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['main-job.ts'] }));
  await compile();
});
afterAll(async () => rm(made.folder, { recursive: true, force: true }));

/** Stricter than most programs of our users. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  types: ['node'],
  outDir: 'out',
};

it('does the main job with a client that a public generator made, without a cast', async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const type = await test.aDisbursementType(firm, { title: 'Call' });
  await test.assignTypes(firm);
  const rows = { upTo: { 5: 33_00 }, thereafter: [5, 12_50] } satisfies Fees;
  await test.callFees({ firm, attorney, type }, rows);
  const admin = await test.signInAdmin({ firm });
  const { key } = await keyRequests(test).make(admin);
  expect(await readFile(join(made.folder, 'main-job.ts'), 'utf8')).not.toMatch(
    /\bas \w|\bany\b|@ts-/,
  );
  const { stdout } = await start({ key });
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    '1 new matters',
    'Zulu Holdings: R 45.5',
    'Export 1:',
  ]);
  expect(stdout).toContain('Z100');
});

it('throws what the server says', async () => {
  await expect(start({ key: 'x'.repeat(43) })).rejects.toThrow('Please sign in again');
});

type Fees = Parameters<typeof callFees>[2];

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(made.folder, name), text);
}

/** With what the compiler says, as the message of its failure. */
async function compile(): Promise<void> {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  await run(process.execPath, [compiler, '-p', made.folder]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
}

async function start({ key }: { key: string }): Promise<{ stdout: string }> {
  const env = { ...process.env, RECOUP_URL: made.url, RECOUP_KEY: key };
  return run(process.execPath, [join(made.folder, 'out/main-job.js')], { env });
}
