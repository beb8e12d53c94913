// `npm run release [-- --to FOLDER] [--dirty]`: packs the commit as recoup-VERSION.tar.gz, with a
// container image's context, a bill of materials and checksums. The same commit gives the same
// bytes; Linux alone, because it takes GNU tar.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packagesFrom } from './production-packages.mjs';
import { writeBillOfMaterials } from './release/bill-of-materials.mjs';
import { cache, ensureBuilt, ensureInstalled, fail, requireNode, root, run } from './setup.mjs';

const { version, scripts, ...about } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const name = `recoup-${version}`;
const workspaces = ['packages/contract', 'apps/server'];
const manifests = [
  'package.json',
  ...[...workspaces, 'apps/web'].map((at) => `${at}/package.json`),
];
/** The commands of an operator; the others need the sources. */
const commands = ['start', 'user', 'audit:verify', 'backup', 'restore', 'resume', 'db:reset'];
/** Copied as they are. */
const copied = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'apps/server/migrations',
  'apps/server/passwords',
  'apps/web/dist',
  'deploy',
  'docs',
];
const image = ['.dockerignore', 'Dockerfile', 'compose.yaml'];
const { values } = parseArgs({
  options: { to: { type: 'string' }, dirty: { type: 'boolean' } },
});

requireNode();
await ensureInstalled().then(ensureBuilt).then(release).catch(fail);

async function release() {
  const commit = readCommit();
  const to = openFolder();
  const stage = path.join(cache, 'release', name);
  rmSync(path.dirname(stage), { recursive: true, force: true });
  await installLibraries(stage);
  copyProgram(stage, commit);
  const installed = packagesFrom(workspaces).filter(({ place }) =>
    existsSync(path.join(stage, place)),
  );
  writeBillOfMaterials(path.join(to, `${name}.cdx.json`), { version, installed, commit });
  pack(path.join(to, `${name}.tar.gz`), commit);
  copyImageContext(to);
  await writeChecksums(to);
  const bytes = execFileSync('du', ['-sb', stage], { encoding: 'utf8' }).split('\t')[0];
  console.log(`${to}: ${installed.length} packages, ${Math.round(bytes / 1e6)} MB unpacked`);
  rmSync(path.dirname(stage), { recursive: true });
}

/** `release/` is made again; a folder of the caller is never emptied. */
function openFolder() {
  const to = path.resolve(root, values.to ?? 'release');
  if (values.to === undefined) rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  if (readdirSync(to).length > 0) throw new Error(`${to} is not empty: name a new folder.`);
  return to;
}

/** The hash of the commit and its time in seconds; throws where files differ from it. */
function readCommit() {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const [hash, time] = git('log', '-1', '--format=%H %ct').split(' ');
  const isDirty = git('status', '--porcelain') !== '';
  if (isDirty && !values.dirty)
    throw new Error(
      'Files differ from the last commit. Commit or remove them (git status names them), ' +
        'or run: npm run release -- --dirty',
    );
  return { hash: isDirty ? `${hash}-dirty` : hash, time: Number(time) };
}

/** Production packages alone, for Linux on x64, each compared by npm with its hash in the lock. */
async function installLibraries(stage) {
  for (const file of [...manifests, 'package-lock.json', '.npmrc']) copy(file, stage);
  const machine = ['--os=linux', '--cpu=x64', '--libc=glibc'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
  const only = ['--omit=dev', ...workspaces.flatMap((at) => ['--workspace', at])];
  const words = ['--prefix', stage, '--ignore-scripts', '--prefer-offline'];
  await run('npm', ['ci', ...words, ...only, ...machine, ...quiet], { cwd: stage });
  const libraries = path.join(stage, 'node_modules');
  // npm keeps a compiler that a library could use and does not need.
  const wanted = new Set(packagesFrom(workspaces).map(({ place }) => place));
  const { packages } = JSON.parse(readFileSync(path.join(libraries, '.package-lock.json'), 'utf8'));
  const unwanted = Object.keys(packages).filter(
    (place) => place.startsWith('node_modules/') && !packages[place].link && !wanted.has(place),
  );
  const notes = ['package-lock.json', '.npmrc', 'apps/web', 'node_modules/.package-lock.json'];
  for (const place of [...unwanted, ...notes, 'node_modules/.bin'])
    rmSync(path.join(stage, place), { recursive: true, force: true });
}

function copyProgram(stage, { hash }) {
  for (const place of [...copied, ...operatorScripts(), ...compiledFiles()]) copy(place, stage);
  const { engines, description, license, type } = about;
  const kept = commands.map((command) => [command, scripts[command]]);
  const manifest = { name: 'recoup', version, private: true, description, license, type, engines };
  writeJson(path.join(stage, 'package.json'), { ...manifest, scripts: Object.fromEntries(kept) });
  writeFileSync(path.join(stage, 'start.js'), "import './scripts/start.mjs';\n");
  writeFileSync(path.join(stage, 'COMMIT'), `${hash}\n`);
}

/** The scripts of the commands, and all that these import. */
function operatorScripts() {
  const found = new Set(commands.map((command) => scripts[command].replace(/^node /, '')));
  for (const script of found)
    for (const [, file] of readFileSync(path.join(root, script), 'utf8').matchAll(
      /from '(\.\/[\w-]+\.mjs)'/g,
    ))
      found.add(path.join(path.dirname(script), file));
  return [...found];
}

/** By their sources: the compiler leaves files whose source is gone. */
function compiledFiles() {
  return workspaces.flatMap((at) =>
    readdirSync(path.join(root, at, 'src'), { recursive: true })
      .filter((file) => /(?<!\.d|\.test)\.ts$/.test(file))
      .map((file) => path.join(at, 'dist', file.replace(/ts$/, 'js'))),
  );
}

/** GNU tar and gzip without names, times and owners of this machine. */
function pack(file, { time }) {
  const order = ['--sort=name', `--mtime=@${time}`, '--mode=u=rwX,go=rX', '--format=gnu'];
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const words = [...order, ...owner, '-I', 'gzip -9n', '-cf', file];
  execFileSync('tar', [...words, '-C', path.join(cache, 'release'), name], {
    stdio: 'inherit',
    env: { ...process.env, LC_ALL: 'C' },
  });
}

function copyImageContext(to) {
  const context = path.join(to, `${name}-image`);
  mkdirSync(context);
  for (const file of image) cpSync(path.join(root, 'deploy', file), path.join(context, file));
  linkSync(path.join(to, `${name}.tar.gz`), path.join(context, `${name}.tar.gz`));
}

/** As `sha256sum --check` reads them. */
async function writeChecksums(to) {
  const files = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path: folder, name: file }) =>
      path.relative(to, path.join(parentPath ?? folder, file)),
    )
    .toSorted();
  const lines = [];
  for (const file of files) {
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path.join(to, file))) hash.update(piece);
    lines.push(`${hash.digest('hex')}  ${file}\n`);
  }
  writeFileSync(path.join(to, 'SHA256SUMS'), lines.join(''));
}

function copy(place, to) {
  cpSync(path.join(root, place), path.join(to, place), { recursive: true });
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
