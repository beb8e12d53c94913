// The packages that the product takes along, as the lock file has them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './file-hashes.mjs';

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

/**
 * Every package that the dependencies of these workspaces lead to, with its place below the root.
 * Peers that a package can do without are not among them, nor what `isWanted` refuses with all that
 * it alone leads to.
 */
export function packagesFrom(workspaces, isWanted = () => true) {
  const found = new Map();
  const visit = (place, isOptional) => {
    const entry = packages[place];
    const real = entry.link ? entry.resolved : place;
    if (!isWanted(packages[real])) return;
    const isDeeper = !found.has(real) || (found.get(real).isOptional && !isOptional);
    if (!isDeeper) return;
    const { version, license, dependencies = {}, optionalDependencies = {} } = packages[real];
    found.set(real, {
      place: real,
      name: packages[real].name ?? nameAt(real),
      version,
      licence: license,
      isOptional,
      isOurs: !real.includes('node_modules/'),
    });
    for (const name of Object.keys(dependencies)) visit(placeFor(name, real), isOptional);
    for (const name of Object.keys(optionalDependencies)) visit(placeFor(name, real), true);
  };
  for (const workspace of workspaces) visit(workspace, false);
  return [...found.values()]
    .filter(({ isOurs }) => !isOurs)
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Whether npm installs a package for Linux on x64 with glibc. */
export function isForRelease({ os, cpu, libc }) {
  const takes = (list, value) => list === undefined || list.includes(value);
  return takes(os, 'linux') && takes(cpu, 'x64') && takes(libc, 'glibc');
}

/** As Node looks for it: beside the package itself, then further up. */
function placeFor(name, from) {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)[^/]*$/, '')) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') throw new Error(`the lock file has no ${name}, which ${from} wants`);
  }
}

function nameAt(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
