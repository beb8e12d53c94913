/**
 * From the command to the answer of `/readyz`, and the memory of our process an idle while later:
 * `npm run bench -- start`. Warm: the database of the demo is there already, as it is at every
 * start but the first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { median, startRecoup, stopProcess } from './support/measure.ts';
import { residentMemory } from './support/memory.ts';

const rounds = 7;
const idleSeconds = 5;
const limits = { seconds: 2, megabytes: 120 };

const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
const first = await start();
console.log(`first start, with a new database and the demo: ${first.seconds.toFixed(2)} s`);
const results: Awaited<ReturnType<typeof start>>[] = [];
for (let round = 0; round < rounds; round += 1) results.push(await start());
await rm(dataDir, { recursive: true, force: true });

const seconds = median(results.map((result) => result.seconds));
const megabytes = median(results.map((result) => result.megabytes));
console.log(
  `warm start to ready    ${seconds.toFixed(2)} s (limit ${limits.seconds}),`,
  `its own PostgreSQL included; median of ${rounds}`,
);
console.log(
  `idle memory            ${megabytes} MB resident (limit ${limits.megabytes}),`,
  `${idleSeconds} s after; of our process without PostgreSQL`,
);
if (seconds > limits.seconds || megabytes > limits.megabytes) process.exitCode = 1;

async function start(): Promise<{ seconds: number; megabytes: number }> {
  const startedAt = performance.now();
  const { child } = await startRecoup({ RECOUP_DATA_DIR: dataDir });
  const time = (performance.now() - startedAt) / 1000;
  await wait(idleSeconds * 1000);
  const memory = Math.round(residentMemory(child.pid ?? 0));
  await stopProcess(child);
  return { seconds: time, megabytes: memory };
}
