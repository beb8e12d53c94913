/**
 * How the attorneys page grows with the people of all firms: the median of one request after the
 * other with 100,000 people in 200 firms against 1,000,000 in 2,000, two databases and two servers
 * alive together and asked in turn: `npm run bench -- scaling`; with other numbers of firms: `npx
 * tsx --conditions=source benchmarks/scaling.ts 100,400`.
 */
import type { ChildProcess } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { attorneyPageRequests, seedPeople, signInAdmins } from './support/people.ts';
import {
  type HttpRequest,
  median,
  peakMemory,
  startRecoup,
  startTemporaryPostgres,
  stopProcess,
} from './support/measure.ts';

const [fewFirms = 200, manyFirms = 2000] = (process.argv[2] ?? '')
  .split(',')
  .filter(Boolean)
  .map(Number);
const attorneysOfFirm = 500;
const asking = 100;
const rounds = 7;
const limit = 1.3;
const kinds = ['first page', 'third page', 'search'] as const;

type Side = {
  child: ChildProcess;
  url: string;
  requests: readonly HttpRequest[];
  stop: () => Promise<void>;
};

const few = await begin(fewFirms);
const many = await begin(manyFirms);
console.log(
  `one request after the other, in turn; ${rounds} rounds of ${asking} requests,`,
  'each from the admin of another firm',
);
for (const [index, kind] of kinds.entries()) {
  await askInTurn(index);
  const found: { few: number; many: number }[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await askInTurn(index));
  const p50 = (side: 'few' | 'many') => median(found.map((one) => one[side])).toFixed(2);
  const ratio = median(found.map((one) => one.many / one.few));
  console.log(
    `${kind.padEnd(12)} p50 ${p50('few')} ms, and ${p50('many')} ms:`,
    `${ratio.toFixed(2)} x (median of the rounds, limit ${limit})`,
  );
  if (ratio > limit) process.exitCode = 1;
}
console.log(
  `peak memory of our process: ${peakMemory(few.child)} MB, and ${peakMemory(many.child)} MB`,
);
await few.stop();
await many.stop();

async function begin(firms: number): Promise<Side> {
  const start = performance.now();
  const postgres = await startTemporaryPostgres();
  await seedPeople(postgres.url, { firms, attorneysOfFirm });
  const requests = attorneyPageRequests(await signInAdmins(postgres.url, asking));
  const { child, said } = await startRecoup({ DATABASE_URL: postgres.url });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${(firms * attorneysOfFirm).toLocaleString('en')} people`,
    `in ${firms.toLocaleString('en')} firms: there after ${seconds} s`,
  );
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    await postgres.stop();
  };
  return { child, url: said, requests, stop };
}

/**
 * The medians of one round. Which side comes first changes with each request, so that what else
 * the machine does meets both alike.
 */
async function askInTurn(kind: number): Promise<{ few: number; many: number }> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
  for (let index = kind * asking; index < (kind + 1) * asking; index += 1) {
    const ask = { few: () => timeOf(few, index), many: () => timeOf(many, index) };
    for (const side of index % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const))
      times[side].push(await ask[side]());
  }
  return { few: median(times.few), many: median(times.many) };
}

async function timeOf({ url, requests }: Side, index: number): Promise<number> {
  const asked = requests[index];
  const start = performance.now();
  const reply = await fetch(`${url}${asked?.path}`, { headers: asked?.headers ?? {} });
  await reply.arrayBuffer();
  const time = performance.now() - start;
  if (reply.status !== 200) throw new Error(`${asked?.path} was answered with ${reply.status}`);
  return time;
}
