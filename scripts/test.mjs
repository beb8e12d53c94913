// `npm test`: brings what is missing, runs the checks and the quick tests, and ends with the
// slowest files, what it left out, the names of what failed, and the line `N passed, N failed`.
// `--deep` (`npm run test:deep`) runs what it leaves out. With words behind it
// (`npm test -- call-fees`) it runs only the tests that vitest finds by them, deep ones too, and no
// checks.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowsers } from './browser.mjs';
import { runChecks } from './check.mjs';
import { createPhases, spawnMeasured } from './processor-time.mjs';
import { outsideFile } from './outside-reporter.mjs';
import { cache, ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

const isDeep = process.argv.includes('--deep');
const filters = process.argv.slice(2).filter((word) => word !== '--deep');
const isWhole = filters.length === 0;
/** Pictures and texts of the pages of failed tests (`e2e/support/failure-pictures.ts`). */
const pictures = path.join(cache, 'failures');
/** The names of what failed. @type {string[]} */
const failures = [];
let passes = 0;
/** Seconds of each file. @type {Map<string, number>} */
const times = new Map();
const phases = createPhases();

requireNode();
rmSync(pictures, { recursive: true, force: true });
await phases.measure('install', () => ensureInstalled()).catch(fail);
const browsers = phases.measure('chromium', findBrowsers);
browsers.catch(() => {}); // thrown again below, and counted, as is an error of the build
await phases.measure('build', ensureBuilt).catch(() => {});
// Beside the tests: each fills the processor while the other waits.
const checks =
  isWhole && !isDeep ? phases.measure('checks', runChecks).catch(failedChecks) : undefined;
if (!isDeep || !isWhole) add(await phases.measure('unit', () => runTests('unit', 'web')));
add(await phases.measure('server', () => runTests(...chosen('server'))));
// Measured: an answer in time with nothing else on the machine.
if (isDeep || !isWhole) add(await phases.measure('alone', () => runTests('server-alone')));
add(await phases.measure('browser', runFlows));
if (checks) add(await checks);
report();

/** The quick project, the deep one, or both where words choose the files. */
function chosen(project) {
  if (!isWhole) return [project, `${project}-deep`];
  return [isDeep ? `${project}-deep` : project];
}

function failedChecks(error) {
  console.error(error);
  return { passed: 0, failed: ['the checks, which cannot run'] };
}

function add({ passed, failed }) {
  passes += passed;
  failures.push(...failed);
}

/**
 * The weight of the built page, then the browser flows. Without the built product or a browser they
 * count as one failure.
 */
async function runFlows() {
  try {
    await ensureBuilt();
    const { browser, shell } = await browsers;
    Object.assign(process.env, { CHROMIUM: browser, CHROMIUM_SHELL: shell });
  } catch (error) {
    console.error(`The browser flows cannot run. ${error.message}`);
    return { passed: 0, failed: ['the browser flows, which cannot run'] };
  }
  const weight = spawnSync(process.execPath, [path.join(root, 'scripts/check/page-weight.mjs')], {
    stdio: 'inherit',
  });
  // One after the other: each project starts products of its own.
  const flows = { passed: 0, failed: [] };
  for (const project of chosen('e2e')) {
    const { passed, failed } = await runTests(project);
    flows.passed += passed;
    flows.failed.push(...failed);
  }
  if (weight.status === 0) return { ...flows, passed: flows.passed + 1 };
  return { ...flows, failed: ['the weight of the built page', ...flows.failed] };
}

async function runTests(...projects) {
  const file = path.join(cache, `tests-${projects[0]}.json`);
  rmSync(file, { force: true });
  rmSync(outsideFile, { force: true });
  const code = await vitest([
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${path.join(root, 'scripts/outside-reporter.mjs')}`,
    '--passWithNoTests',
    // A browser often waits: with three workers a processor of two is idle for 4 % of the time, not
    // 20 %.
    ...(projects[0].startsWith('e2e') ? ['--maxWorkers=3'] : []),
    ...filters,
  ]);
  const { passed, failed } = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: [] };
  // An unhandled rejection, or a set-up that throws, fails the run without a failed test.
  const outside = existsSync(outsideFile) ? JSON.parse(readFileSync(outsideFile, 'utf8')) : [];
  const where = `${projects.join(', ')}: outside of a test`;
  for (const { text, testFile = 'an unknown file' } of outside)
    failed.push(`${where}, in ${testFile}${why([text])}`);
  if (code !== 0 && failed.length === 0) failed.push(`${where}, ended by ${code}`);
  return { passed, failed };
}

function vitest(args) {
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  return new Promise((resolve) => {
    const options = { cwd: root, stdio: 'inherit' };
    const child = spawnMeasured(process.execPath, [program, ...args], options);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
}

/** A file that cannot be loaded, or whose set-up throws, has failed without a failed test. */
function count({ numPassedTests, testResults }) {
  const failed = testResults.flatMap((result) => {
    const { status, message, assertionResults, startTime, endTime } = result;
    const file = path.relative(root, result.name);
    times.set(file, (endTime - startTime) / 1000);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [`${file}${why([message])}`];
    return tests.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}${why(failureMessages)}`,
    );
  });
  return { passed: numPassedTests, failed };
}

/** The error and its place in one line, which say enough where the log is cut off. */
function why([message = '']) {
  const lines = stripVTControlCharacters(message).split('\n');
  const start = lines.findIndex((line) => /^\s+at /.test(line));
  const text = lines
    .slice(0, start === -1 ? undefined : start)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  const place = /[\w./-]+\.(?:test|e2e)\.ts:\d+/.exec(lines.slice(start).join('\n'))?.[0];
  if (text === '') return '';
  return `: ${text.slice(0, 600)}${place ? ` (${path.relative(root, place)})` : ''}`;
}

function report() {
  const slowest = [...times].toSorted(([, a], [, b]) => b - a).slice(0, 20);
  console.log('\nThe slowest files:');
  for (const [file, seconds] of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  console.log(`\n${phases.table()}`);
  if (isWhole && !isDeep) console.log(`\n${leftOut()}`);
  if (passes + failures.length === 0) console.log('No test ran, which is no success.');
  process.exitCode = failures.length === 0 && passes > 0 ? 0 : 1;
  for (const name of failures) console.log(`FAIL ${name}`);
  if (existsSync(pictures))
    for (const name of readdirSync(pictures).toSorted()) {
      const file = path.join(pictures, name);
      if (name.endsWith('.txt')) console.log(`shown at ${readFileSync(file, 'utf8')}`);
      else console.log(`picture ${path.relative(root, file)}`);
    }
  console.log(`${passes} passed, ${failures.length} failed`);
}

function leftOut() {
  const names = ['e2e', 'apps/server/src', 'fault-injection']
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }))
    .flatMap((file) => /([\w-]+)\.deep\.(?:test|e2e)\.ts$/.exec(file)?.[1] ?? [])
    .toSorted();
  const what = `${names.length} files, tests that are marked “deepIt”, and pages in all looks`;
  return `Left out, and run by npm run test:deep (${what}): ${names.join(', ')}`;
}
