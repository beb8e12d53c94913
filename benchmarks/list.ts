/**
 * The attorneys page (sorted by status, ten rows, every third request a search) with 100,000 people
 * in 200 firms, through sign-in and all checks, asked by the admins of all firms: `npm run bench --
 * list`. Against three floors on the same database: a bare node:http + pg program that runs the
 * very statements of our requests, the look-up of the session included; the same without that
 * look-up; and one of Fastify, zod and pg that keeps the promises (`support/checked-list.ts`).
 */
import { attorneyPageRequests, seedPeople, signInAdmins } from './support/people.ts';
import {
  type HttpRequest,
  load,
  median,
  peakMemory,
  processorTime,
  startTemporaryPostgres,
} from './support/measure.ts';
import { type Side, startBesideBare } from './support/recorder.ts';

const size = { firms: 200, attorneysOfFirm: 500 };
const rounds = 7;
const seconds = 2;

const postgres = await startTemporaryPostgres();
await seedPeople(postgres.url, size);
const requests = attorneyPageRequests(await signInAdmins(postgres.url, size.firms));
const bench = await startBesideBare(postgres.url, requests);
const { recoup, bare, recorded } = bench;
const checked = await bench.startFloor(new URL('./support/checked-list.ts', import.meta.url));
const sides = {
  ours: () => run(recoup, requests),
  promises: () => run(checked, requests),
  'same statements': () => run(bare, requests),
  'page alone': () => run(bare, requests.map(withoutSession)),
};
const results = await alternate();
const all = Object.values(recorded).map(({ statements }) => statements);
const texts = new Set(all.flat().map(({ text }) => text));
const each = median(all.map(({ length }) => length));
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
for (const name of ['promises', 'same statements', 'page alone'] as const) {
  const ratio = (figure: keyof Result) =>
    median(
      results.ours.map(
        (one, index) => one[figure] / (results[name][index]?.[figure] ?? Number.NaN),
      ),
    ).toFixed(2);
  console.log(
    `ratio to the floor, ${name.padEnd(17)}${ratio('perSecond')};`,
    `processor ${ratio('processor')} x (${how})`,
  );
}
console.log(`peak memory: ours ${peakMemory(recoup.child)} MB, bare ${peakMemory(bare.child)} MB`);

await bench.stop();
await postgres.stop();

type Result = Awaited<ReturnType<typeof load>> & { processor: number };

/** With the processor time of the program itself for a request, in microseconds. */
async function run({ child, url }: Side, requested: readonly HttpRequest[]) {
  const before = processorTime(child);
  const result = await load(url, requested, { seconds });
  return {
    ...result,
    processor: ((processorTime(child) - before) * 1e6) / (result.perSecond * seconds),
  };
}

/** One round of each side is thrown away. */
async function alternate(): Promise<Record<keyof typeof sides, Result[]>> {
  const found: Record<keyof typeof sides, Result[]> = {
    ours: [],
    promises: [],
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
