// What the product takes along: its production packages, counted, each with a licence that we know.
// With `--list` it names them all.
import { packagesFrom } from '../production-packages.mjs';

/** Licences that ask for no more than their text beside a copy. */
const known = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
];
/** What a package says otherwise, and why it is taken. */
const settled = [
  {
    name: /^(?:@img\/sharp-(?:libvips-|win32-|wasm32)|libheif-js$)/,
    why: 'LGPL: a separate library, loaded and not changed; a copy ships with its licence text',
  },
  {
    name: /^(?:ssh2|cpu-features|buildcheck)$/,
    why: 'MIT, in the LICENSE file and in a field that npm no longer reads',
  },
  { name: /^png-js$/, why: 'MIT, in its LICENSE file alone' },
  { name: /^dejavu-fonts-ttf$/, why: "the fonts' own free licence, in its LICENSE file" },
];

const taken = packagesFrom(['packages/contract', 'apps/server', 'apps/web']);
const faults = taken.filter(
  ({ licence, name }) => !isKnown(licence) && !settled.some((each) => each.name.test(name)),
);

if (process.argv.includes('--list'))
  for (const { name, version, licence } of taken)
    console.log(`${name} ${version} ${licence ?? 'none named'}`);
for (const { name, licence } of faults)
  console.log(
    `${name}: unknown licence ${licence ?? '(none named)'}; see scripts/check/licences.mjs`,
  );
const server = packagesFrom(['packages/contract', 'apps/server']).filter(isCode);
const page = packagesFrom(['packages/contract', 'apps/web']).filter(isCode);
const binaries = taken.filter(({ isOptional }) => isOptional);
const types = taken.filter(({ name }) => name.startsWith('@types/'));
console.log(
  `${taken.length} production packages: the server runs ${server.length},`,
  `the page is built of ${page.length}, ${binaries.length} are binaries of which a machine`,
  `installs its own, ${types.length} are types alone`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

/** A package that runs: neither a binary for one kind of machine nor types. */
function isCode({ name, isOptional }) {
  return !isOptional && !name.startsWith('@types/');
}

/** One of several is enough where one may choose; all of them where all hold. */
function isKnown(licence) {
  if (licence === undefined) return false;
  const bare = licence.replaceAll(/[()]/g, '');
  const isOne = (name) => known.includes(name.trim());
  return bare.includes(' OR ') ? bare.split(' OR ').some(isOne) : bare.split(/ and /i).every(isOne);
}
