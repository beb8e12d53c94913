/**
 * How long the server takes for the attorneys list with 100,000 attorneys in 200 firms: `npm run bench -- attorneys-list`.
 * Ends with an error when the median of one of the requests takes 50 ms or more.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { buildApp } from '../apps/server/src/app.ts';
import { connect, createPool } from '../apps/server/src/platform/database/connections.ts';
import { startEmbeddedPostgres } from '../apps/server/src/embedded-postgres/start.ts';
import { seedPeople, signInAdmins } from './support/people.ts';

const firms = 200;
const attorneysOfFirm = 500;
const runs = 200;
const limitMs = 50;

const requests = {
  'by status, page 1': 'sortOrderStatus=1&page=1&itemsPerPage=10',
  'by status, the last page': 'sortOrderStatus=1&page=25&itemsPerPage=20',
  'by status, turned': 'sortOrderStatus=-1&page=1&itemsPerPage=20',
  'by name': 'sortOrderName=1&page=1&itemsPerPage=20',
  'by name, turned': 'sortOrderName=-1&page=1&itemsPerPage=20',
  'search, one hit': 'search=person%204711&page=1&itemsPerPage=10&sortOrderStatus=1',
  'search, two letters': 'search=ma&page=1&itemsPerPage=10&sortOrderStatus=1',
  'search, all of them': 'search=.co.za&page=1&itemsPerPage=10&sortOrderStatus=1',
  'search, nobody': 'search=xyzzy&page=1&itemsPerPage=10&sortOrderStatus=1',
  'search by cell': 'search=0820&page=1&itemsPerPage=10&sortOrderStatus=1',
  'the firm’s 500, unpaged': '',
};

await run();

async function run(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });
  await seedPeople(server.url, { firms, attorneysOfFirm });
  const db = connect(createPool(server.url));
  try {
    const [admin] = await signInAdmins(server.url, 1);
    if (!admin) throw new Error('nothing was seeded');
    const app = await buildApp({ db, publicUrl: 'http://bench.test' });
    await measure(async (query) => {
      const url = `${apiRoot}/users?role=0&firm=${admin.firm}${query === '' ? '' : `&${query}`}`;
      const reply = await app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
      if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
      return reply.json<{ count: number }>().count;
    });
    await app.close();
  } finally {
    await db.destroy();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(ask: (query: string) => Promise<number>): Promise<void> {
  console.log(
    `${firms * attorneysOfFirm} attorneys in ${firms} firms, ${runs} requests each, one after the other; ms`,
  );
  let slowest = 0;
  for (const [name, query] of Object.entries(requests)) {
    const found = await ask(query);
    const times: number[] = [];
    for (let index = 0; index < runs; index += 1) {
      const startedAt = performance.now();
      await ask(query);
      times.push(performance.now() - startedAt);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(runs - 1, Math.floor(share * runs))] ?? 0;
    slowest = Math.max(slowest, at(0.5));
    const figures = [at(0.5), at(0.95), at(1)].map((each) => each.toFixed(1).padStart(7)).join('');
    console.log(`${name.padEnd(28)}${String(found).padStart(6)} found   p50, p95, max ${figures}`);
  }
  console.log(`Slowest median: ${slowest.toFixed(1)} ms (limit ${limitMs} ms)`);
  if (slowest >= limitMs) process.exitCode = 1;
}
