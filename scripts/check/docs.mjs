// Links, commands, paths and settings in the documents must exist, and prose wraps. Also keeps
// the lock file free of registry addresses.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { headingsOf, text } from './markdown.mjs';
import { root } from '../setup.mjs';

const ownFolders =
  /^(?:apps|packages|scripts|docs|e2e|benchmarks|fault-injection|\.ci)\/[\w./@-]*$/;
const settingName =
  /^(?:(?:RECOUP|SMTP_OAUTH)_[A-Z_]+|(?:DATABASE(?:_DIRECT)?|SMTP|SMS)_URL|PORT|HOST|MAIL_FROM)\b/;
const folders = { bench: 'benchmarks', drill: 'fault-injection' };
const scripts = JSON.parse(text('package.json')).scripts;
const config = ['config.ts', 'environment.ts', 'smtp-oauth.ts']
  .map((file) => `apps/server/src/startup/${file}`)
  .filter((file) => existsSync(path.join(root, file)))
  .map((file) => text(file))
  .join('');

const documents = list('').filter((file) => file.endsWith('.md'));
const faults = [
  ...documents.flatMap((file) => faultsOf(file)),
  ...exampleFaults(),
  ...roomFaults(),
  ...lockFaults(),
  ...commitFaults(),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function faultsOf(file) {
  const words = text(file);
  const prose = words.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [
    ...linkFaults(file, prose),
    ...commandFaults(file, words),
    ...spanFaults(file, prose),
    ...widthFaults(file, prose),
  ];
}

/** Prose wraps at 100 columns; tables, pictures and long commands do not. */
function widthFaults(file, prose) {
  return prose
    .split('\n')
    .filter((line) => [...line].length > 100 && !/^(?:\||!\[|\s*`[^`]{90,}`)/.test(line))
    .map((line) => `${file}: more than 100 columns: ${line.slice(0, 40)} …`);
}

/** [text](target): of files in the project, and of headings in them. */
function linkFaults(file, prose) {
  const targets = [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(
    (match) => match[1],
  );
  return targets
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target) && isBroken(file, target))
    .map((target) => `${file}: the link ${target} leads nowhere`);
}

function isBroken(file, target) {
  const [place, heading] = decodeURI(target).split('#');
  const full = place === '' ? file : path.join(path.dirname(file), place);
  if (!existsSync(path.join(root, full))) return true;
  return Boolean(heading) && full.endsWith('.md') && !headingsOf(full).includes(heading);
}

function commandFaults(file, words) {
  const named = [...words.matchAll(/\bnpm run ([\w:-]+)/g)].map((match) => match[1]);
  const short = [...words.matchAll(/\bnpm (start|test)\b/g)].map((match) => match[1]);
  const programs = [...words.matchAll(/\bnpm run (bench|drill) -- ([\w-]+)/g)]
    .map(([, command, name]) => `${folders[command]}/${name}.ts`)
    .filter((program) => !existsSync(path.join(root, program)));
  return [
    ...[...named, ...short]
      .filter((name) => !(name in scripts))
      .map((name) => `${file}: there is no npm script "${name}"`),
    ...programs.map((program) => `${file}: there is no ${program}`),
  ];
}

/** Commits that hold a removed program. Where git knows none of them, the history is not here. */
function commitFaults() {
  const named = documents.flatMap((file) =>
    [...text(file).matchAll(/\bcommit ([0-9a-f]{8})\b/g)].map(([, hash]) => ({ file, hash })),
  );
  const unknown = named.filter(
    ({ hash }) => git('cat-file', '-e', `${hash}^{commit}`).status !== 0,
  );
  if (unknown.length === named.length) return [];
  return unknown.map(({ file, hash }) => `${file}: there is no commit ${hash}`);
}

function git(...words) {
  return spawnSync('git', words, { cwd: root, encoding: 'utf8' });
}

/** `code`: a path in the project, or a setting. */
function spanFaults(file, prose) {
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]);
  const missing = spans
    .filter((span) => ownFolders.test(span) && !existsSync(path.join(root, span)))
    .map((span) => `${file}: there is no ${span}`);
  const settings = spans
    .map((span) => settingName.exec(span)?.[0])
    .filter((name) => name && !config.includes(name));
  return [...missing, ...settings.map((name) => `${file}: config.ts knows no setting ${name}`)];
}

/** .env.example names exactly the settings of the README's table. */
function exampleFaults() {
  const rows = [...text('README.md').matchAll(/^\| (`[A-Z\d_]+`(?:, `[A-Z\d_]+`)*) \|/gm)];
  const inReadme = rows.flatMap(([, names]) => names.replaceAll('`', '').split(', '));
  const inExample = [...text('.env.example').matchAll(/^# ([A-Z\d_]+)=/gm)].map(([, name]) => name);
  const differing = [
    ...inReadme.filter((name) => !inExample.includes(name)),
    ...inExample.filter((name) => !inReadme.includes(name)),
  ];
  return differing.map((name) => `README.md and .env.example do not both name ${name}`);
}

/** ARCHITECTURE.md has a line for each folder of the server that has routes. */
function roomFaults() {
  const described = new Set(
    [...text('ARCHITECTURE.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name),
  );
  const routes = list('apps/server/src').filter((file) => file.endsWith('.routes.ts'));
  const rooms = [...new Set(routes.map((file) => file.split('/')[3]))];
  return rooms
    .filter((room) => !described.has(room))
    .map((room) => `ARCHITECTURE.md: the table of rooms has no line for ${room}`);
}

function lockFaults() {
  const lock = text('package-lock.json');
  return /"resolved": "https?:/.test(lock)
    ? ['package-lock.json names a registry; install with the .npmrc of the project']
    : [];
}

function list(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (!entry.isDirectory()) return [file];
    return ['node_modules', 'dist', '.git', '.cache', '.tsc', 'data', 'fixtures'].includes(
      entry.name,
    )
      ? []
      : list(file);
  });
}
