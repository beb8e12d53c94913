// Weight of the built page: what the first visit of the sign-in page loads, and what each further
// page adds (KiB, brotli 11, JS + CSS).
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

/** React alone is 57 of the first visit; the router is most of the frame. */
const budget = { firstVisit: 77, frame: 55, page: 73 };
const dist = path.join(root, 'apps/web/dist');
const manifestFile = path.join(dist, '.vite/manifest.json');
if (!existsSync(manifestFile)) {
  console.log('The page is not built. Run: npm run build');
  process.exit(1);
}

const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const pages = Object.keys(manifest).filter(
  (key) => key.endsWith('-page.tsx') && manifest[key].isDynamicEntry,
);
const frame = filesOf(chunk('frame'));
const first = filesOf([entry]);

const rows = pages
  .map((key) => ({
    name: path.basename(key, '.tsx'),
    size: weigh(without(filesOf([key]), new Set([...first, ...frame]))),
  }))
  .toSorted((a, b) => b.size - a.size);

print('first visit of /logon', weigh(first), budget.firstVisit);
print('frame of the signed in', weigh(without(frame, first)), budget.frame);
for (const { name, size } of rows) print(name, size, budget.page);
const isOver =
  weigh(first) > budget.firstVisit ||
  weigh(without(frame, first)) > budget.frame ||
  rows.some(({ size }) => size > budget.page) ||
  pages.length === 0;
process.exitCode = isOver ? 1 : 0;

/** A group of vite.config.ts. */
function chunk(name) {
  const keys = Object.keys(manifest).filter((key) => manifest[key].name === name);
  if (keys.length !== 1)
    throw new Error(`The build has ${keys.length} files called ${name}, not one.`);
  return keys;
}

/**
 * Every file that the browser asks for at once: static imports and their styles, not what is loaded
 * later.
 */
function filesOf(keys) {
  const seen = new Set();
  const files = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const { file, css = [], imports = [] } = manifest[key];
    for (const name of [file, ...css]) files.add(name);
    for (const name of imports) visit(name);
  };
  for (const key of keys) visit(key);
  return files;
}

function without(files, others) {
  return new Set([...files].filter((file) => !others.has(file)));
}

/** The smallest files have no compressed twin and go as they are. */
function weigh(files) {
  const bytes = [...files].map((file) => {
    const full = path.join(dist, file);
    return statSync(existsSync(`${full}.br`) ? `${full}.br` : full).size;
  });
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

function print(name, size, most) {
  console.log(
    `${size > most ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} of ${most} KiB  ${name}`,
  );
}
