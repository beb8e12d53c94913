/**
 * The attorneys page (sorted by status, ten rows, every third request a search) with 100,000 people
 * in 200 firms, through sign-in and all checks, asked by the admins of all firms: `npm run bench --
 * list`. Against two floors on the same database: a bare node:http + pg program that runs the very
 * statements of our requests, the look-up of the session included, and the same without that
 * look-up.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { attorneyPageRequests, seedPeople, signInAdmins } from './support/people.ts';
import {
  type HttpRequest,
  builtServer,
  load,
  median,
  peakMemory,
  processorTime,
  startProcess,
  stopProcess,
  startTemporaryPostgres,
} from './support/measure.ts';
import { recordStatements } from './support/recorder.ts';

const size = { firms: 200, attorneysOfFirm: 500 };
const rounds = 7;
const seconds = 2;

const folder = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
const postgres = await startTemporaryPostgres();
await seedPeople(postgres.url, size);
const requests = attorneyPageRequests(await signInAdmins(postgres.url, size.firms));
const recorded = await recordStatements(postgres.url, requests);
const statements = path.join(folder, 'statements.json');
await writeFile(statements, JSON.stringify(recorded));

const recoup = await startProcess(
  builtServer,
  { DATABASE_URL: postgres.url, PORT: '0' },
  /Recoup is ready at (\S+)/,
);
const bare = await startProcess(
  fileURLToPath(new URL('./support/bare-server.ts', import.meta.url)),
  { DATABASE_URL: postgres.url, STATEMENTS: statements },
  /^(\d+)\n/,
);
const floor = `http://127.0.0.1:${bare.said}`;
const sides = {
  ours: () => run(recoup.child, recoup.said, requests),
  'same statements': () => run(bare.child, floor, requests),
  'page alone': () => run(bare.child, floor, requests.map(withoutSession)),
};
const results = await alternate();
const texts = new Set(Object.values(recorded).flatMap((all) => all.map(({ text }) => text)));
const each = median(Object.values(recorded).map((all) => all.length));
console.log(
  `100,000 people in ${size.firms} firms; ${each} statements a request`,
  `(${texts.size} different ones), 20 connections`,
);
for (const [name, runs] of Object.entries(results)) {
  const middle = (figure: keyof Result) => Math.round(median(runs.map((one) => one[figure])));
  const perSecond = middle('perSecond').toString().padStart(6);
  const speed = `${perSecond} req/s, p50 ${middle('p50')}, p99 ${middle('p99')} ms`;
  console.log(`${name.padEnd(17)}${speed}, ${middle('processor')} µs of processor a request`);
}
const how = `median of ${rounds} alternating rounds of ${seconds} s`;
for (const name of ['same statements', 'page alone'] as const) {
  const ratio = (figure: keyof Result) =>
    median(
      results.ours.map(
        (one, index) => one[figure] / (results[name][index]?.[figure] ?? Number.NaN),
      ),
    ).toFixed(2);
  console.log(
    `ratio to bare node:http + pg, ${name.padEnd(17)}${ratio('perSecond')};`,
    `processor ${ratio('processor')} x (${how})`,
  );
}
console.log(`peak memory: ours ${peakMemory(recoup.child)} MB, bare ${peakMemory(bare.child)} MB`);

await stopProcess(recoup.child);
await stopProcess(bare.child);
await postgres.stop();
await rm(folder, { recursive: true, force: true });

type Result = Awaited<ReturnType<typeof load>> & { processor: number };

/** With the processor time of the program itself for a request, in microseconds. */
async function run(
  child: ChildProcess,
  url: string,
  asked: readonly HttpRequest[],
): Promise<Result> {
  const before = processorTime(child);
  const result = await load(url, asked, { seconds });
  return {
    ...result,
    processor: ((processorTime(child) - before) * 1e6) / (result.perSecond * seconds),
  };
}

/** One round of each side is thrown away. */
async function alternate(): Promise<Record<keyof typeof sides, Result[]>> {
  const found: Record<keyof typeof sides, Result[]> = {
    ours: [],
    'same statements': [],
    'page alone': [],
  };
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(sides)) {
      const result = await measure();
      if (round > 0) found[name as keyof typeof sides].push(result); // the keys of `sides`
    }
  }
  return found;
}

function withoutSession({ path: address, headers }: HttpRequest): HttpRequest {
  return { path: `/page-only${address}`, headers };
}
