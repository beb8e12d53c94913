// What must be there before anything else runs: a good Node, the libraries, the compiled files.
// Shared by start, test, dev and db-reset.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { cache, hashFiles, readStamp, root } from './file-hashes.mjs';
import { spawnMeasured } from './processor-time.mjs';

export { cache, root };

/** An unpacked release has its libraries and its build, and belongs to another user. */
const isRelease = existsSync(path.join(root, 'COMMIT'));
const callerFolder = process.cwd();

const libraryStamp = path.join(root, 'node_modules/.recoup-stamp');
const buildStamp = path.join(cache, 'build-stamp');
const built = ['apps/server/dist/main.js', 'apps/web/dist/.vite/page.html'];
const sources = ['packages', 'apps', 'tsconfig.base.json', 'package-lock.json'];
/** Tests, and what is read at runtime. */
const notBuilt = /^(?:test|migrations)$|\.test\.ts$/;

/** Ends the process with a sentence on a Node that package.json does not promise. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (engines.node.split('||').some(includesThisNode)) return;
  console.error(
    'Recoup needs Node 24 or newer (22.13 and 20.19 or newer of their lines work too); ' +
      `this is Node ${process.versions.node}. See https://nodejs.org/`,
  );
  process.exit(1);
}

/** `^20.19` or `>=24`: the two forms that package.json has. */
function includesThisNode(range) {
  const [, kind, ...least] = /(\^|>=)(\d+)\.?(\d*)/.exec(range);
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = least.map(Number);
  return major === leastMajor ? minor >= leastMinor : kind === '>=' && major > leastMajor;
}

/**
 * TypeScript reads `?` and `*` in a path as patterns, and Vite reads `#` and `?` as parts of a URL.
 */
function requirePath() {
  const [bad] = /[#?*]/.exec(root) ?? [];
  if (bad !== undefined)
    throw new Error(
      `Recoup cannot be built below a folder with "${bad}" in its name: move or rename ${root}`,
    );
}

/**
 * Installs the libraries when package-lock.json, the Node line or the machine is another one than
 * at the last time.
 */
export async function ensureInstalled() {
  if (isRelease) return;
  requirePath();
  const wanted = libraryHash();
  if (readStamp(libraryStamp) === wanted) return;
  await withLock(path.join(cache, 'install.lock'), async () => {
    if (readStamp(libraryStamp) === wanted) return;
    if (!isInstalledByHand()) {
      console.log('Installing the libraries (a minute or two, once) ...');
      // The tools of the checks are installed too, and must not stop a start by what they say of
      // Node: `requireNode` decides.
      const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
      await run('npm', [
        'ci',
        '--include=dev',
        '--include=optional',
        '--engine-strict=false',
        ...quiet,
      ]);
    }
    writeFileSync(libraryStamp, wanted);
  });
}

/**
 * Compiles the server and bundles the page when a source has another content than at the last time.
 */
export async function ensureBuilt() {
  if (isRelease) return;
  const wanted = sourceHash();
  if (isBuilt(wanted)) return;
  await withLock(path.join(cache, 'build.lock'), async () => {
    if (isBuilt(wanted)) return;
    console.log('Building ...');
    rmSync(buildStamp, { force: true });
    // The bundler's own plugins import it.
    await compile(['packages/contract/tsconfig.src.json']);
    await Promise.all([
      compile(['apps/server/tsconfig.src.json']),
      run(
        process.execPath,
        [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
        {
          cwd: path.join(root, 'apps/web'),
        },
      ),
    ]);
    writeFileSync(buildStamp, wanted);
  });
}

/** TypeScript 7 by its path: the package `typescript` is version 6, which the other tools need. */
export function compile(projects) {
  return run(process.execPath, [
    path.join(root, 'node_modules/@typescript/native/bin/tsc'),
    '-b',
    ...projects,
  ]);
}

/** Runs a program in the project with our output; rejects when it fails. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawnMeasured(program, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32' && program === 'npm',
      ...options,
    });
    const name = program === 'npm' ? `npm ${args[0]}` : path.basename(args[0]);
    child.once('error', (error) =>
      reject(
        new Error(`${name} cannot be started (${error.message}). Is npm installed beside Node?`),
      ),
    );
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            new Error(
              `${name} failed (${signal ?? `exit code ${code}`}); the reason stands above.`,
            ),
          ),
    );
  });
}

/** Runs a program that is not compiled before; this process ends with 1 when it fails. */
export async function runSource(file, words = []) {
  const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
  await run(process.execPath, [tsx, '--conditions=source', path.join(root, file), ...words]).catch(
    () => (process.exitCode = 1),
  );
}

/** Ends with a sentence instead of a stack. */
export function fail(error) {
  console.error(sentenceOf(error));
  process.exit(1);
}

function sentenceOf(error) {
  if (!(error instanceof Error)) return error;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code) || !error.path?.startsWith(root))
    return error.message;
  return (
    `This user may not write ${error.path} (${error.code}). Let the folder of Recoup belong to ` +
    'the user that starts it, or run npm start once as its owner.'
  );
}

/**
 * Runs a command of the compiled server with the words of the command line, and prints what it
 * answers.
 */
export async function runCommand(command) {
  requireNode();
  process.chdir(root);
  await ensureInstalled()
    .then(ensureBuilt)
    .then(() => runBuilt(command))
    .catch(fail);
}

async function runBuilt(command) {
  const { toStartupError } = await import('../apps/server/dist/platform/core/startup-error.js');
  try {
    console.log(await command(process.argv.slice(2)));
  } catch (error) {
    throw new Error(toStartupError(error), { cause: error });
  }
}

/** A file among the words is named from where the caller stands. */
export function resolveFiles(words) {
  const folder = process.env.INIT_CWD ?? callerFolder;
  return words.map((word) => (word.startsWith('-') ? word : path.resolve(folder, word)));
}

function libraryHash() {
  const machine = `${process.versions.node.split('.')[0]} ${process.platform} ${process.arch}`;
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(machine)
    .digest('hex');
}

/**
 * npm notes what it has put into node_modules: after an `npm ci` by hand there is nothing left to
 * do.
 */
function isInstalledByHand() {
  const noted = readStamp(path.join(root, 'node_modules/.package-lock.json'));
  if (noted === undefined) return false;
  const there = JSON.parse(noted).packages;
  const wanted = Object.entries(
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages,
  );
  return wanted.every(
    ([name, item]) =>
      !name.startsWith('node_modules/') ||
      item.optional ||
      item.link ||
      there[name]?.version === item.version,
  );
}

function isBuilt(wanted) {
  return (
    readStamp(buildStamp) === wanted && built.every((file) => existsSync(path.join(root, file)))
  );
}

function sourceHash() {
  return hashFiles(sources, (name) => !notBuilt.test(name));
}
