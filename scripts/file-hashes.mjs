// Hashes of the project's files: what was made or checked from the same files is not made again.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const cache = path.join(root, '.cache');

const generated = new Set(['node_modules', 'dist', '.tsc', 'results']);

/**
 * A hash of files and folders, below the root of the project, and of the Node that reads them. Over
 * contents, not times: a copy or another branch and back changes nothing.
 */
export function hashFiles(places, isIncluded = () => true) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of places.flatMap((place) => filesBelow(place, isIncluded)))
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function filesBelow(place, isIncluded) {
  const entries = readdirOf(path.join(root, place));
  if (!entries) return [place];
  return entries
    .filter((entry) => !generated.has(entry) && isIncluded(entry))
    .flatMap((entry) => filesBelow(`${place}/${entry}`, isIncluded));
}

function readdirOf(folder) {
  try {
    return readdirSync(folder).toSorted();
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return []; // deleted by now, or a link that leads nowhere
    throw error;
  }
}

/** The hash of an earlier run; undefined without one. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
