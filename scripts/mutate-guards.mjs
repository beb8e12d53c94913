// `npm run mutate`: leaves out each guard of the server in turn, in a copy of the sources, and shows that the access matrix notices.
//   --only PATTERN the mutants whose kind and id match              --list   names them and ends
//   --near         asks the calls of the mutant's own room and the repositories alone: quicker, and enough for most
//   --wall        with row-level security on; by itself it is off, so that the first wall is proved alone
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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
  },
});
const copied = ['packages/contract', 'apps/server/src', 'apps/server/test', 'apps/server/migrations', 'apps/server/passwords'];
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
  for (const name of [...copied, ...singles]) cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isSource });
  linkLibraries(folder);
  const mutants = ['packages/contract/src', 'apps/server/src'].flatMap((below) =>
    readdirSync(path.join(folder, below), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => switchFile(folder, `${below}/${name}`)),
  );
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
    if (name !== '@recoup') symlinkSync(path.join(libraries, name), path.join(folder, 'node_modules', name));
  }
  symlinkSync(path.join(folder, 'packages/contract'), path.join(folder, 'node_modules/@recoup/contract'));
}

function switchFile(folder, name) {
  const file = path.join(folder, name);
  const { text, mutants } = instrument(name, readFileSync(file, 'utf8'));
  writeFileSync(file, text);
  return mutants;
}

/** What serves a request then has the connections of the owner, for whom no policy holds. */
function takeSecondWallDown(folder) {
  const file = path.join(folder, 'apps/server/src/platform/db.ts');
  const source = readFileSync(file, 'utf8');
  const down = source.replace(/return scopedTo\(db, (?:scope|'any')\);/g, 'return db;');
  if (source.includes('scopedTo') && source.split('return scopedTo(').length !== 3) throw new Error('the second wall is not where it was');
  writeFileSync(file, down);
}

function runMutants(folder, mutants) {
  const file = path.join(folder, 'mutants.json');
  writeFileSync(file, JSON.stringify({ mutants, only: asked.only, isListOnly: asked.list, isNearOnly: asked.near }));
  const program = path.join(folder, 'apps/server/test/access-matrix/mutants.ts');
  const tsx = path.join(root, 'node_modules/tsx/dist/loader.mjs');
  if (!statSync(tsx, { throwIfNoEntry: false })) throw new Error('tsx is not installed');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', tsx, '--conditions=source', program, file], { cwd: folder, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
