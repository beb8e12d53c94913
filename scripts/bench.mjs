// Measurements side by side: `npm run bench` runs them, the list first, `npm run bench -- exports`
// those that are named, with the options behind their names. Prints ratios.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root, runSource } from './setup.mjs';

const known = readdirSync(path.join(root, 'benchmarks'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''))
  .toSorted();
/** They install another program: run only when they are named. */
const onlyNamed = ['lighthouse', 'pages'];
const byDefault = ['list', ...known.filter((name) => name !== 'list' && !onlyNamed.includes(name))];
const words = process.argv.slice(2);
const options = words.filter((word) => word.startsWith('--'));
const asked = words.filter((word) => !options.includes(word));
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no measurement called ${unknown.join(', ')}. Known are: ${known.join(', ')}.`,
  );
  process.exit(1);
}

await ensureInstalled();
await ensureBuilt();
for (const name of asked.length > 0 ? asked : byDefault) {
  console.log(`\n== ${name}`);
  await runSource(`benchmarks/${name}.ts`, options);
}
