import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Asked } from '../support/measure.ts';

/** A product that a firm would otherwise set up: how it is made, filled and asked for the same page. */
export type Product = {
  name: string;
  version: string;
  /** What npm installs; exact versions. */
  dependencies: Readonly<Record<string, string>>;
  /** Its project, by file name. */
  files: Readonly<Record<string, string>>;
  /** Whether its files are modules of ECMAScript. */
  module?: boolean;
  /** Compiles the project, where it has to be. */
  build?: readonly string[];
  /** Makes its tables before the start, where it does not at the start. */
  makeTables?: readonly string[];
  start: (port: number) => readonly string[];
  /** Fills its tables, which it has made by itself. */
  seed: (client: pg.Client, size: { firms: number; attorneysOfFirm: number }) => Promise<void>;
  /** Requests for the page with ten people by status, and with a search, of somebody who is signed in. */
  requests: (running: { url: string; client: pg.Client; said: string }) => Promise<Asked[]>;
};

export type RunningProduct = {
  url: string;
  child: ChildProcess;
  client: pg.Client;
  said: () => string;
};

/** Installs the product into the temporary folder of the machine, once, and writes its project anew. Returns the folder. */
export async function installProduct({
  name,
  version,
  dependencies,
  files,
  build,
  module = false,
}: Product): Promise<string> {
  const folder = path.join(tmpdir(), 'recoup-bench-products', `${name}-${version}`);
  await mkdir(folder, { recursive: true });
  const type = module ? 'module' : 'commonjs';
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'trial', version: '0.0.0', private: true, type, dependencies }),
  );
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  if (!existsSync(path.join(folder, 'node_modules/.package-lock.json'))) {
    console.log(`Installing ${name} ${version} into ${folder} ...`);
    run({
      folder,
      program: 'npm',
      args: ['install', '--no-audit', '--no-fund', '--loglevel=error'],
    });
  }
  if (build) run({ folder, args: build });
  return folder;
}

/** Starts it on a database of its own beside ours; resolves when it answers. */
export async function startProduct(
  product: Product,
  folder: string,
  serverUrl: string,
): Promise<RunningProduct> {
  const port = await freePort();
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database "${product.name}"`);
  await admin.end();
  const databaseUrl = serverUrl.replace('/recoup?', `/${product.name}?`);
  if (product.makeTables)
    run({
      folder,
      args: product.makeTables,
      env: { NODE_ENV: 'development', DATABASE_URL: databaseUrl },
    });
  const child = spawn(process.execPath, product.start(port), {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child, () => output);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return { url, child, client, said: () => output };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits at most two minutes for any answer. */
async function answering(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let second = 0; second < 120; second += 1) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  child.kill('SIGKILL');
  throw new Error(`It does not answer:\n${said()}`);
}

type Command = {
  folder: string;
  program?: string;
  args: readonly string[];
  env?: Record<string, string>;
};

function run({ folder, program = process.execPath, args, env = {} }: Command): void {
  const { PATH = '', HOME = folder } = process.env;
  const ended = spawnSync(program, args, {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (ended.status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed:\n${ended.stdout}\n${ended.stderr}`);
}
