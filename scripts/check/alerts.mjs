// The rules for Prometheus: each has a test that it fires and one that it does not; where promtool
// is installed the tests run.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { text } from './markdown.mjs';
import { root } from '../setup.mjs';

const [tests = 'deploy/alert-rules.test.yml'] = process.argv.slice(2);
const rules = [...text('deploy/alert-rules.yml').matchAll(/- alert: (\w+)/g)].map(([, n]) => n);
const tried = [...text(tests).matchAll(/alertname: (\w+)\s+exp_alerts:( \[\])?/g)];

const faults = rules
  .filter((rule) => {
    const own = tried.filter(([, name]) => name === rule);
    return !own.some(([, , none]) => none) || !own.some(([, , none]) => !none);
  })
  .map((rule) => `${tests} does not test when ${rule} fires and when it does not`);

if (spawnSync('promtool', ['--version']).status === 0) {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', tests], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) faults.push(`${stdout}${stderr}`);
} else console.log(`promtool is not installed: the tests of ${path.basename(tests)} did not run.`);

for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
