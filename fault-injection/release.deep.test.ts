import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';

type Manifest = { name: string; version: string };

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = readManifest(path.join(root, 'package.json'));
/** Two installations and a build on a busy machine. */
const patienceMs = 15 * 60_000;
const stranger = 65_534;
const isRoot = process.getuid?.() === 0;
const ctx: { folder: string; server?: ChildProcess } = { folder: '' };

beforeAll(() => {
  ctx.folder = mkdtempSync(path.join(tmpdir(), 'recoup-release-'));
  chmodSync(ctx.folder, 0o755);
  for (const to of ['one', 'two'])
    execFileSync(process.execPath, ['scripts/release.mjs', '--dirty', '--to', inFolder(to)], {
      cwd: root,
      stdio: 'ignore',
    });
  execFileSync('tar', ['-xzf', inFolder(`one/recoup-${version}.tar.gz`)], { cwd: ctx.folder });
}, patienceMs);

afterAll(() => {
  ctx.server?.kill('SIGKILL');
  rmSync(ctx.folder, { recursive: true, force: true });
});

it('gives the same bytes twice, as the checksums say', () => {
  const sums = (to: string) => readFileSync(inFolder(`${to}/SHA256SUMS`), 'utf8');
  expect(sums('two')).toBe(sums('one'));
  const words = ['--check', '--strict', 'SHA256SUMS'];
  const said = execFileSync('sha256sum', words, { cwd: inFolder('two'), encoding: 'utf8' });
  const checked = said
    .trim()
    .split('\n')
    .map((line) => line.replace(/: OK$/, ''));
  expect(checked).toEqual([
    ...['.dockerignore', 'Dockerfile', 'compose.yaml', `recoup-${version}.tar.gz`].map(
      (file) => `recoup-${version}-image/${file}`,
    ),
    `recoup-${version}.cdx.json`,
    `recoup-${version}.tar.gz`,
  ]);
});

it('names each package of the release in its bill of materials', () => {
  type Bill = { specVersion: string; components: { 'bom-ref': string }[] };
  const bill: Bill = JSON.parse(readFileSync(inFolder(`one/recoup-${version}.cdx.json`), 'utf8'));
  const named = new Set(bill.components.map((component) => component['bom-ref']));
  expect(bill.specVersion).toBe('1.6');
  expect([...named].filter((name) => /^(?:react|vite|typescript)@/.test(name))).toEqual([
    expect.stringMatching(/^react@/),
  ]);
  expect(installedPackages().filter((name) => !named.has(name))).toEqual([]);
});

it('has as many packages as the guide says', () => {
  const guide = readFileSync(path.join(root, 'docs/operation.md'), 'utf8');
  expect(guide).toContain(`without a build: ${installedPackages().length} packages, `);
});

it('is started by Node alone, by a user who may not write it', {
  timeout: patienceMs,
}, async () => {
  const server = startRelease();
  const url = await readyAddress(server);
  const { email, password } = demoFirmAdmins.lerato;
  const logon = await fetch(`${url}${apiRoot}/logon`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect([logon.status, await logon.json()]).toEqual([200, { token: expect.any(String) }]);
  expect(await (await fetch(url)).text()).toContain('<div id="root">');
  const ended = new Promise((resolve) => void server.once('exit', resolve));
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** `node start.js` where no other program is found; as a user without rights where we are root. */
function startRelease(): ChildProcess {
  for (const made of ['bin', 'data', 'home']) mkdirSync(inFolder(made));
  symlinkSync(process.execPath, inFolder('bin/node'));
  if (isRoot) chownSync(inFolder('data'), stranger, stranger);
  ctx.server = spawn(process.execPath, [inFolder(`recoup-${version}/start.js`)], {
    env: {
      PATH: inFolder('bin'),
      HOME: inFolder('home'),
      PORT: '0',
      RECOUP_DATA_DIR: inFolder('data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: stranger, gid: stranger }),
  });
  return ctx.server;
}

function readyAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const url = /Recoup is ready at (\S+)/.exec(said)?.[1];
        if (url !== undefined) resolve(url);
      });
    server.once('exit', () => reject(new Error(`It ended before it was ready. ${said}`)));
  });
}

/** `name@version` of every package below node_modules. */
function installedPackages(): string[] {
  const pattern = ['-path', '*/node_modules/*', '-name', 'package.json'];
  const files = execFileSync('find', [inFolder(`recoup-${version}/node_modules`), ...pattern], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return files
    .trim()
    .split('\n')
    .filter((file) => /\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => readManifest(file))
    .map((manifest) => `${manifest.name}@${manifest.version}`);
}

function inFolder(place: string): string {
  return path.join(ctx.folder, place);
}

function readManifest(file: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  return manifest;
}
