/**
 * Whether sign-in and sendOtp tell who has an account: interleaved samples of active, blocked and unknown e-mails over HTTP.
 * Prints whether status, body shape and headers are the same, and the AUC of a guesser who has only the time: 0.5 is blind.
 * `npx tsx --conditions=source benchmarks/enumeration.ts [samples of each kind, 200]`; ends with 1 beyond 0.5 ± 0.07.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { buildApp } from '../apps/server/src/app.ts';
import { connect, createPool, type Db } from '../apps/server/src/platform/database/connections.ts';
import { startEmbeddedPostgres } from '../apps/server/src/embedded-postgres/start.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { hashPassword } from '../apps/server/src/platform/security/password-hashing.ts';
import { createSmsGateway } from '../apps/server/src/sms/create-gateway.ts';

const samples = Number(process.argv[2] ?? '200');
const tolerance = 0.07;
const kinds = ['active', 'blocked', 'unknown'] as const;
type Kind = (typeof kinds)[number];
type Sample = { ms: number; shape: string };
type Ask = (email: string, from: string) => Promise<Sample>;

const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const pool = createPool(postgres.url);
const db = connect(pool);
await migrate(db, pool);
await insertPeople(db);
const app = await buildApp({
  db,
  publicUrl: 'http://127.0.0.1',
  smsGateway: createSmsGateway({ smsUrl: undefined, dataDir }),
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo; // it listens on TCP

const calls: Record<string, Ask> = {
  'POST /logon': async (email, from) =>
    ask({ path: '/logon', from, body: { email, password: 'not-the-password-of-anybody' } }),
  'GET /v2/sendOtp': async (email, from) => ask({ path: `/v2/sendOtp?email=${email}`, from }),
};
let isTold = false;
for (const [name, call] of Object.entries(calls)) isTold = (await compare(name, call)) || isTold;
await app.close();
await db.destroy();
await postgres.stop();
await rm(dataDir, { recursive: true });
process.exitCode = isTold ? 1 : 0;

async function insertPeople(on: Db): Promise<void> {
  const firm = { id: newId(), name: 'Bench Attorneys' };
  await on.insertInto('firms').values(firm).execute();
  await on
    .insertInto('firmDomains')
    .values({ firmId: firm.id, position: 1, domain: 'bench.co.za' })
    .execute();
  const passwordHash = await hashPassword('lantern-harbour-quiet-7');
  const people = (['active', 'blocked'] as const).flatMap((kind) =>
    Array.from({ length: samples + 20 }, (_, index) => ({
      id: newId(),
      firmId: firm.id,
      role: role.attorneyAdmin,
      name: `Person ${index}`,
      email: emailOf(kind, index),
      cell: `08${kind === 'active' ? 2 : 3}${String(index).padStart(7, '0')}`,
      status: userStatus[kind],
      passwordHash,
      passwordResetRequired: false,
    })),
  );
  await on.insertInto('users').values(people).execute();
}

/** Names of one length, so that no kind has the longer request. */
function emailOf(kind: Kind, index: number): string {
  return `${kind.padEnd(7, 'x')}${String(index).padStart(5, '0')}@bench.co.za`;
}

/** Every sample comes from a network and for an account of its own, so that no limit has a say. The first twenty only warm up. */
async function compare(name: string, call: Ask): Promise<boolean> {
  const seen: Record<Kind, Sample[]> = { active: [], blocked: [], unknown: [] };
  for (let index = 0; index < samples + 20; index += 1) {
    for (let turn = 0; turn < kinds.length; turn += 1) {
      // Each kind comes first, second and third as often as the others.
      const kind = kinds[(turn + index) % kinds.length] ?? 'unknown';
      const place = 3 * index + turn;
      const sample = await call(
        emailOf(kind, index),
        `127.${1 + Math.floor(place / 60_000)}.${Math.floor(place / 250) % 250}.${1 + (place % 250)}`,
      );
      if (index >= 20) seen[kind].push(sample);
    }
  }
  const shapes = new Set(kinds.flatMap((kind) => seen[kind].map(({ shape }) => shape)));
  console.log(
    `${name}: ${samples} of each kind; ${shapes.size === 1 ? 'one' : shapes.size} shape(s) of answer: ${[...shapes].join(' | ')}`,
  );
  console.log(
    `  median ms: ${kinds.map((kind) => `${kind} ${median(seen[kind]).toFixed(2)}`).join(', ')}`,
  );
  const scores = (['active', 'blocked'] as const).map((kind) => ({
    kind,
    value: auc(seen[kind], seen.unknown),
  }));
  for (const { kind, value } of scores)
    console.log(`  AUC ${kind} against unknown: ${value.toFixed(3)}`);
  return shapes.size > 1 || scores.some(({ value }) => Math.abs(value - 0.5) > tolerance);
}

async function ask(of: { path: string; from: string; body?: object }): Promise<Sample> {
  const started = performance.now();
  const payload = of.body === undefined ? undefined : JSON.stringify(of.body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      localAddress: of.from,
      path: `/core/api${of.path}`,
      method: payload === undefined ? 'GET' : 'POST',
      headers: payload === undefined ? {} : { 'content-type': 'application/json' },
      agent: false,
    });
    outgoing.once('response', resolve).once('error', reject).end(payload);
  });
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer); // no encoding is set
  const ms = performance.now() - started;
  const body = Buffer.concat(parts).toString();
  const names = Object.keys(response.headers).toSorted((a, b) => a.localeCompare(b));
  return {
    ms,
    shape: `${response.statusCode} ${body.replace(/"data":"[\w-]+"/, '"data":"…"')} (${body.length} bytes) ${names.join(',')}`,
  };
}

/** How often a sample of the first kind took longer than one of the second. */
function auc(first: readonly Sample[], second: readonly Sample[]): number {
  const wins = first.flatMap(({ ms }) => second.map((other) => (ms > other.ms ? 1 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

function median(of: readonly Sample[]): number {
  const sorted = of.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
