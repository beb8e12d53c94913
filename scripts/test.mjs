// `npm test`: brings what is missing, runs the checks, the tests and the browser flows, and ends
// with the names of what failed and the line `N passed, N failed`. With words behind it
// (`npm test -- call-fees`) it runs only the tests that vitest finds by them, and no checks.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.mjs';
import { runChecks } from './check.mjs';
import { cache, ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

const filters = process.argv.slice(2);
/** The names of what failed. @type {string[]} */
const failures = [];
let passes = 0;

requireNode();
await ensureInstalled().catch(fail);
if (filters.length === 0) add(await runChecks());
await ensureBuilt().catch(() => {}); // said again below, and counted
add(await runTests('unit', 'web', 'server'));
add(await runFlows());
if (passes + failures.length === 0) console.log('No test ran, which is no success.');
process.exitCode = failures.length === 0 && passes > 0 ? 0 : 1;
for (const name of failures) console.log(`FAIL ${name}`);
console.log(`${passes} passed, ${failures.length} failed`);

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
    process.env.CHROMIUM = await findBrowser();
  } catch (error) {
    console.error(`The browser flows cannot run. ${error.message}`);
    return { passed: 0, failed: ['the browser flows, which cannot run'] };
  }
  const weight = spawnSync(process.execPath, [path.join(root, 'scripts/check/page-weight.mjs')], {
    stdio: 'inherit',
  });
  const flows = await runTests('e2e');
  if (weight.status === 0) return { ...flows, passed: flows.passed + 1 };
  return { ...flows, failed: ['the weight of the built page', ...flows.failed] };
}

async function runTests(...projects) {
  const report = path.join(cache, `tests-${projects[0]}.json`);
  rmSync(report, { force: true });
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await vitest(['run', ...chosen, ...reporters, '--passWithNoTests', ...filters]);
  const { passed, failed } = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: [] };
  // An error outside of a test, such as a set-up that throws, fails the run without a failed test.
  if (code !== 0 && failed.length === 0) failed.push(`${projects.join(', ')}: outside of a test`);
  return { passed, failed };
}

function vitest(args) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args],
      { cwd: root, stdio: 'inherit' },
    );
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A file that could not be loaded has no tests in the report, but has failed. */
function count({ numPassedTests, testResults }) {
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [file];
    return tests.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}${why(failureMessages)}`,
    );
  });
  return { passed: numPassedTests, failed };
}

/** The first line of the error, which says enough where the log is cut off. */
function why([message = '']) {
  const [line = ''] = stripVTControlCharacters(message).split('\n');
  return line === '' ? '' : `: ${line.slice(0, 300)}`;
}
