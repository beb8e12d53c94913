// `npm run mutate`: leaves out each guard of the server in turn, in a copy of the sources, and
// shows that the access matrix notices. By itself row-level security is off, so that the first wall
// is proved alone.
//
// - `--only PATTERN`: the mutants whose kind, id or file match, such as the folder of a room
// - `--near`: asks the calls of the mutant's own room and the repositories alone, in seconds
// - `--list`: names them and ends
// - `--share 1/3`: the first of three parts of a run
// - `--workers 2`: how many are tried at a time
// - `--wall`: the conditions on the firm alone, with row-level security on: no call may notice that
//   one is missing
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { instrument } from './mutants.mjs';
import { ensureInstalled, fail, requireNode, root } from './setup.mjs';

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    wall: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
    share: { type: 'string', default: '1/1' },
    workers: { type: 'string', default: '2' },
  },
});
const [part = 1, parts = 1] = asked.share.split('/').map(Number);
const copied = [
  'packages/contract',
  'apps/server/src',
  'apps/server/test',
  'apps/server/migrations',
  'apps/server/passwords',
];
const singles = ['package.json', 'apps/server/package.json', 'tsconfig.base.json'];

requireNode();
await ensureInstalled().catch(fail);
const place = mkdtempSync(path.join(tmpdir(), 'recoup-mutants-'));
process.exitCode = 1;
try {
  const mutants = prepare(place);
  process.exitCode = await runMutants(place, mutants);
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** The copy with its switches; never the work tree itself. */
function prepare(folder) {
  for (const name of [...copied, ...singles])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isSource });
  linkLibraries(folder);
  const mutants = ['packages/contract/src', 'apps/server/src'].flatMap((below) =>
    readdirSync(path.join(folder, below), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => switchFile(folder, `${below}/${name}`)),
  );
  // A statement that was compiled with a guard would go on having it.
  replaceIn(folder, 'platform/database/prepared-statements.ts', 'statements.get(key) ?? ', '');
  if (!asked.wall) takeSecondWallDown(folder);
  return mutants;
}

function isSource(file) {
  return !/\/(?:dist|\.tsc|node_modules)$/.test(file);
}

/** Every library is the project's own but for the packages of the copy. */
function linkLibraries(folder) {
  const libraries = path.join(root, 'node_modules');
  mkdirSync(path.join(folder, 'node_modules/@recoup'), { recursive: true });
  for (const name of readdirSync(libraries)) {
    if (name !== '@recoup')
      symlinkSync(path.join(libraries, name), path.join(folder, 'node_modules', name));
  }
  symlinkSync(
    path.join(folder, 'packages/contract'),
    path.join(folder, 'node_modules/@recoup/contract'),
  );
}

function switchFile(folder, name) {
  const file = path.join(folder, name);
  const { text, mutants } = instrument(name, readFileSync(file, 'utf8'));
  writeFileSync(file, text);
  return mutants;
}

/** What serves a request then has the connections of the owner, for whom no policy holds. */
function takeSecondWallDown(folder) {
  for (const scope of ['scope, userId', "'none'"])
    replaceIn(
      folder,
      'platform/database/connections.ts',
      `return scopedTo(db, ${scope});`,
      'return db;',
    );
  // The owner's connections publish their statements too.
  const driver = 'platform/database/pg-driver.ts';
  replaceIn(
    folder,
    driver,
    'if (scope && statementsSent.hasSubscribers)',
    'if (statementsSent.hasSubscribers)',
  );
  replaceIn(
    folder,
    driver,
    'publishStatement(query, scope);',
    "publishStatement(query, { ...scope, firm: '' });",
  );
  // The views of the searches repeat the policies.
  replaceIn(
    folder,
    'platform/database/pagination-and-search.ts',
    'sql.table(isSearch ? `${table}ToSearch` : table)',
    'sql.table(table)',
  );
}

function replaceIn(folder, name, text, instead) {
  const file = path.join(folder, 'apps/server/src', name);
  const source = readFileSync(file, 'utf8');
  if (source.split(text).length !== 2)
    throw new Error(`${name} does not say "${text}" once any more`);
  writeFileSync(file, source.replace(text, instead));
}

/** Hands one mutant after the other to idle workers. */
async function runMutants(folder, mutants) {
  const file = path.join(folder, 'mutants.json');
  writeFileSync(
    file,
    JSON.stringify({
      mutants,
      only: asked.only,
      isListOnly: asked.list,
      isNearOnly: asked.near,
      isWallOn: asked.wall,
    }),
  );
  const run = { next: part - 1, results: [], startedAt: Date.now() };
  const workers = Array.from({ length: asked.list ? 1 : Number(asked.workers) }, () =>
    startWorker(folder, file, run),
  );
  const ends = await Promise.all(workers);
  const early = ends.filter((end) => end !== 'code 0');
  if (early.length > 0)
    throw new Error(`a worker ended early (${early.join(', ')}): nothing of this run counts`);
  return asked.list ? 0 : report(run);
}

function startWorker(folder, file, run) {
  const program = path.join(folder, 'apps/server/test/access-matrix/mutants.ts');
  const tsx = path.join(root, 'node_modules/tsx/dist/loader.mjs');
  if (!statSync(tsx, { throwIfNoEntry: false })) throw new Error('tsx is not installed');
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = spawn(process.execPath, ['--import', tsx, '--conditions=source', program, file], {
    cwd: folder,
    stdio,
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  child.on('message', ({ of, excused, result }) => {
    run.excused = excused;
    if (result !== undefined) tell(run, result);
    // Without a number it ends.
    child.send({ index: run.next < of ? run.next : undefined });
    run.next += parts;
  });
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
}

/** One guard of the words that are excused, not every one. */
function tell({ results }, { id, code, key, fault, why, seconds }) {
  const isExcused =
    why !== undefined && !results.some((each) => each.key === key && each.verdict === 'masked');
  const verdict = fault === undefined ? (isExcused && 'masked') || 'unnoticed' : 'noticed';
  results.push({ id, code, key, verdict });
  const words = { noticed: `noticed: ${fault}`, masked: `masked: ${why}`, unnoticed: 'UNNOTICED' }[
    verdict
  ];
  console.log(
    `${seconds.toFixed(1).padStart(5)} s  ${id}  ${code}\n         ${words.slice(0, 200)}`,
  );
}

function report({ results, excused, startedAt }) {
  const of = (wanted) => results.filter(({ verdict }) => verdict === wanted);
  const isWhole = parts === 1 && asked.only === '' && !asked.wall;
  const stale = isWhole
    ? excused.filter((key) => !of('masked').some((each) => each.key === key))
    : [];
  if (results.length === 0)
    console.log(`nothing has /${asked.only}/ in its kind, id or file; --list names all`);
  const bad = asked.wall ? of('noticed') : of('unnoticed');
  for (const { id, code, verdict } of bad) console.log(`${verdict}: ${id} ${code}`);
  for (const key of stale) console.log(`masked by nothing any more: ${key}`);
  const summary = [
    `${results.length} mutants: ${of('noticed').length} noticed`,
    `${of('masked').length} masked by another guard`,
    `${of('unnoticed').length} unnoticed`,
    `in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`,
    ...(asked.wall ? ['with row-level security on'] : []),
    ...(parts === 1 ? [] : [`part ${asked.share}`]),
  ];
  console.log(summary.join(', '));
  return bad.length + stale.length === 0 && results.length > 0 ? 0 : 1;
}
