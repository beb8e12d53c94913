// `npm run check`: format, lint, types, rooms, sizes and names, unused code, containers, service,
// licences, requirements, documents, figures. One line each, and the output of a tool that fails. A
// long check that passed runs again only after a file that it may read has changed.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashFiles, readStamp } from './file-hashes.mjs';
import { spawnMeasured } from './processor-time.mjs';
import { cache, ensureInstalled, fail, requireNode, root } from './setup.mjs';

/**
 * Files and folders that the long checks may read: no data, no caches, and of the documents the
 * table of rooms alone.
 */
const codePlaces = readdirSync(root).filter(
  (name) =>
    !/^(?:\.git|\.cache|node_modules|data|docs|release)$|(?<!^ARCHITECTURE)\.md$/.test(name),
);
const cruised = ['packages/contract/src', 'apps/server', 'apps/web/src', 'e2e'];

const steps = [
  { name: 'format', program: '@biomejs/biome/bin/biome', args: ['format', '--max-diagnostics=50'] },
  {
    name: 'lint',
    program: 'oxlint/bin/oxlint',
    args: ['--type-aware', '--deny-warnings'],
    isLong: true,
  },
  { name: 'types', program: '@typescript/native/bin/tsc', args: ['-b'], isLong: true },
  {
    name: 'rooms',
    isLong: true,
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', ...cruised],
    fault: blindCruise,
  },
  { name: 'sizes and names', program: '../scripts/check/style.mjs', args: [] },
  { name: 'unused', program: 'knip/bin/knip.js', args: ['--no-progress'], isLong: true },
  { name: 'containers', program: '../scripts/check/containers.mjs', args: [] },
  { name: 'service', program: '../scripts/check/service.mjs', args: [] },
  { name: 'alerts', program: '../scripts/check/alerts.mjs', args: [] },
  { name: 'licences', program: '../scripts/check/licences.mjs', args: [] },
  { name: 'requirements', program: '../scripts/check/requirements.mjs', args: [] },
  {
    name: 'openapi',
    program: 'tsx/dist/cli.mjs',
    args: ['--conditions=source', 'scripts/check/openapi.mjs'],
  },
  { name: 'figures', program: '../scripts/check/figures.mjs', args: [] },
  { name: 'docs', program: '../scripts/check/docs.mjs', args: [] },
];

/**
 * Runs every check, also after a failed one, two at a time: most keep one processor busy. @returns
 * {Promise<{passed: number, failed: string[]}>}
 */
export async function runChecks() {
  const failed = [];
  const codeHash = hashFiles(codePlaces);
  const isUnchanged = ({ name, isLong }) => isLong && readStamp(stampFile(name)) === codeHash;
  const unchanged = steps.filter(isUnchanged);
  if (unchanged.length > 0)
    console.log(`ok   ${unchanged.map(({ name }) => name).join(', ')} (passed for the same files)`);
  const waiting = steps.filter((step) => !isUnchanged(step));
  const runInTurn = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const startedAt = Date.now();
      const { output, isGood } = await runStep(step);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      console.log(`${isGood ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
      // A file that was saved meanwhile may not have been read.
      if (isGood && step.isLong && hashFiles(codePlaces) === codeHash)
        writeStamp(step.name, codeHash);
      if (isGood) continue;
      failed.push(step.name);
      console.log(`${output.trim()}\n`);
    }
  };
  await Promise.all([runInTurn(), runInTurn()]);
  return { passed: steps.length - failed.length, failed };
}

function stampFile(name) {
  return path.join(cache, 'checks', name);
}

function writeStamp(name, hash) {
  mkdirSync(path.dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), hash);
}

function runStep({ program, args, fault }) {
  return new Promise((resolve) => {
    const child = spawnMeasured(
      process.execPath,
      [path.join(root, 'node_modules', program), ...args],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text));
    child.once('close', (code) => {
      const found = code === 0 ? fault?.(output) : undefined;
      resolve({ output: `${output}\n${found ?? ''}`, isGood: code === 0 && !found });
    });
  });
}

/**
 * dependency-cruiser finds nothing wrong when it cannot read the sources: it must have seen at
 * least as many modules as there are files.
 */
function blindCruise(output) {
  const seen = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  const files = cruised.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }),
  );
  const written = files.filter(
    (file) => /\.tsx?$/.test(file) && !/(?:^|\/)(?:dist|\.tsc|node_modules)\//.test(file),
  ).length;
  return seen < Math.max(written, 1)
    ? `It saw ${seen} modules, but there are ${written} source files.`
    : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode();
  await ensureInstalled().catch(fail);
  const { failed } = await runChecks();
  process.exitCode = failed.length === 0 ? 0 : 1;
}
