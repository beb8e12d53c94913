import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import semver from 'semver';
import { expect, it } from 'vitest';

const setup = new URL('../scripts/setup.mjs', import.meta.url).href;
type Item = { engines?: { node?: string }; os?: readonly string[] };
const lock: { packages: Record<string, Item> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
);
const { packages } = lock;
const promised = packages['']?.engines?.node ?? '';

it('promises no Node on which a library or a tool does not run', () => {
  const narrower = Object.entries(packages)
    .filter(([, { os }]) => !os || os.includes('linux') || os.includes('darwin'))
    .filter(
      ([, { engines }]) => engines?.node !== undefined && !semver.subset(promised, engines.node),
    )
    .map(([name, { engines }]) => `${name}: ${engines?.node}`);
  expect(narrower).toEqual([]);
});

it('promises the same versions in package.json, lock file, README and operation manual', () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({ engines: { node: promised } });
  for (const name of ['README.md', 'docs/operation.md'])
    expect(read(name).replaceAll(/\s+/g, ' ')).toMatch(
      /Node 24 or newer .*\. Node 22\.13 and 20\.19 or newer of their lines also work/,
    );
});

/** What the start says on this Node; undefined when it goes on. */
async function refusal(version: string): Promise<string | undefined> {
  const script =
    `Object.defineProperty(process.versions, 'node', { value: '${version}' });` +
    `(await import('${setup}')).requireNode();`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return run.then(
    () => undefined,
    ({ code, stderr }: { code: number; stderr: string }) =>
      `${stderr.trim()}${code === 1 ? '' : ` (${code})`}`,
  );
}

it.each(['20.19.0', '20.20.2', '22.13.0', '22.99.0', '24.0.0', '24.11.1', '25.1.0', '26.0.0'])(
  'starts on Node %s',
  async (version) => {
    expect([semver.satisfies(version, promised), await refusal(version)]).toEqual([
      true,
      undefined,
    ]);
  },
);

it.each(['18.20.0', '20.18.3', '21.7.3', '22.12.0', '23.11.1'])(
  'rejects Node %s with one sentence',
  async (version) => {
    expect(semver.satisfies(version, promised)).toBe(false);
    expect(await refusal(version)).toBe(
      'Recoup needs Node 24 or newer (22.13 and 20.19 or newer of their lines work too); ' +
        `this is Node ${version}. See https://nodejs.org/`,
    );
  },
);
