import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { type Drill, readOptions, usage } from './support/drill.ts';

const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''));
const [name, ...words] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await run().catch((error: unknown) => {
  console.error(error);
  return 1;
});
// A failed drill may leave handles open that would keep the process alive.
process.exit();

async function run(): Promise<number> {
  if (name === undefined || !names.includes(name)) return list();
  const drill = await load(name);
  const options = readOptions(drill.options, words);
  const startedAt = Date.now();
  console.log(`== ${name} ${usage(options)}`);
  const hasPassed = await drill.run(options);
  const average = loadavg().map((value) => value.toFixed(1));
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `${hasPassed ? 'pass' : 'FAIL'}: ${name} in ${seconds} s; load average ${average.join(' ')}`,
  );
  return hasPassed ? 0 : 1;
}

async function list(): Promise<number> {
  if (name !== undefined) console.error(`There is no drill called ${name}.`);
  for (const known of names) {
    const { about, options } = await load(known);
    console.log(`npm run drill -- ${known} ${usage(options)}\n    ${about}`);
  }
  return name === undefined ? 0 : 1;
}

async function load(known: string): Promise<Drill> {
  const module: { drill: Drill } = await import(new URL(`${known}.ts`, import.meta.url).href);
  return module.drill;
}
