// Figures and names in the documents that the sources decide: each is compared with its source.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isForRelease, packagesFrom } from '../production-packages.mjs';
import { root } from '../setup.mjs';
import { text } from './markdown.mjs';

const numbers = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'];
const requirements = text('docs/asvs.tsv').trim().split('\n').slice(1);
const ofLevel3 = requirements.filter((line) => line.split('\t')[1] === 'L3').length;
const tasks = [...text('docs/tasks.md').matchAll(/^\| \d+ /gm)].length;

/** A document, a pattern whose first group is a figure, and the figure of the sources. */
const figures = [
  ['docs/operation.md', /without a build: (\d+) packages/, countPackages()],
  ['docs/security.md', /A release installs (\d+) of them/, countPackages()],
  ['README.md', /and (\d+) requirements with their evidence/, requirements.length],
  ['docs/security.md', /all (\d+) of OWASP ASVS/, requirements.length - ofLevel3],
  ['docs/security.md', /and (\d+) of level 3/, ofLevel3],
  ['README.md', /\| (\w+) tasks, step by step/, numbers[tasks - 10]],
];

const faults = [
  ...figures.flatMap(([file, pattern, expected]) => {
    const found = pattern.exec(text(file).replaceAll('\n', ' '))?.[1];
    return found === String(expected)
      ? []
      : [`${file}: ${pattern.source} says ${found}, and it is ${expected}`];
  }),
  ...packageFaults(),
  ...tableFaults(),
  ...logFaults(),
  ...pinFaults(),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Packages of a release for Linux on x64 with glibc. */
function countPackages() {
  return packagesFrom(['packages/contract', 'apps/server'], isForRelease).length;
}

/** docs/security.md repeats what the check of licences prints. */
function packageFaults() {
  const file = path.join(root, 'scripts/check/licences.mjs');
  const { stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  const counted = /(?<all>\d+) production packages: (?<parts>.*binaries)/.exec(stdout)?.groups;
  const guide = text('docs/security.md').replaceAll(/\s+/g, ' ');
  return counted && guide.includes(`There are ${counted.all}: ${counted.parts}`)
    ? []
    : [`docs/security.md does not say "There are ${counted?.all}: ${counted?.parts}"`];
}

/** docs/personal-data.md names each table. */
function tableFaults() {
  const source = text('apps/server/src/platform/database/tables.generated.ts');
  const list = source.slice(source.indexOf('export type Database'));
  const tables = [...list.matchAll(/^ {2}(\w+): \w+;$/gm)].map(([, name]) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const named = [...text('docs/personal-data.md').matchAll(/`([a-z_]+)`/g)].map(([, n]) => n);
  return [
    ...tables
      .filter((name) => !named.includes(name))
      .map((name) => `docs/personal-data.md: say in a row how long ${name} is kept`),
    ...named
      .filter((name) => name.includes('_') && !tables.includes(name))
      .map((name) => `docs/personal-data.md: there is no table ${name}`),
  ];
}

/** Sentences of the log that the operation guide quotes. */
function logFaults() {
  const guide = text('docs/operation.md').replaceAll(/^```[\s\S]*?^```/gm, '');
  const quoted = [...guide.matchAll(/`([a-z][a-z,;' ]+ [a-z,;' \n]+)`/gi)]
    .map(([, words]) => words.replaceAll(/\s+/g, ' '))
    .filter((words) => /^(?:an?|the|mails|work|matters|nothing|calls) /.test(words));
  const sources = readdirSync(path.join(root, 'apps/server/src'), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(root, 'apps/server/src', file), 'utf8'))
    .join('\n');
  return quoted
    .filter((words) => !sources.includes(words))
    .map((words) => `docs/operation.md quotes "${words}", which no source writes`);
}

/** Actions of the workflows by the hash of a commit, with the version as a comment. */
function pinFaults() {
  return readdirSync(path.join(root, '.github/workflows')).flatMap((file) =>
    text(`.github/workflows/${file}`)
      .split('\n')
      .filter((line) => /\buses:/.test(line) && !/@[\da-f]{40} # v\d/.test(line))
      .map((line) => `.github/workflows/${file}: pin ${line.trim()} by its hash`),
  );
}
