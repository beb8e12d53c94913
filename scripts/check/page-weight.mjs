// Weight of the built page (KiB, brotli 11): the start, the page that has it within it, which is
// all that the sign-in page loads, and what each further address adds, with schemas or without, and
// in how many files.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

/** React alone is 57 of the first visit; the router is most of the frame. */
const budget = { start: 77, opened: 81, frame: 54, page: 66, withoutSchemas: 58 };
const mostFiles = 12;
const dist = path.join(root, 'apps/web/dist');
const addressesFile = path.join(dist, '.vite/preloads.json');
if (!existsSync(addressesFile)) {
  console.log('The page is not built. Run: npm run build');
  process.exit(1);
}

/** Files of each address, beside those that the page itself names. */
const addresses = JSON.parse(readFileSync(addressesFile, 'utf8'));
const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
const start = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file);
const opened = ['.vite/page.html'];
const frame = new Set(addresses['/home']);

const rows = Object.entries(addresses)
  .filter(([address]) => address !== '/home')
  .map(([address, files]) => ({
    name: address,
    size: weigh(files.filter((file) => !frame.has(file))),
    files: files.length,
    most: files.some(hasSchemas) ? budget.page : budget.withoutSchemas,
  }))
  .toSorted((a, b) => b.size - a.size);

print('start, for every page', weigh(start), budget.start, start.length);
print('the page with its start', weigh(opened), budget.opened, 0);
print('frame of the signed in', weigh([...frame]), budget.frame, frame.size);
for (const { name, size, most, files } of rows) print(name, size, most, files);
const isOver =
  weigh(start) > budget.start ||
  weigh(opened) > budget.opened ||
  weigh([...frame]) > budget.frame ||
  rows.some(({ size, most, files }) => size > most || files > mostFiles) ||
  start.length === 0 ||
  rows.length === 0;
process.exitCode = isOver ? 1 : 0;

/** zod is the larger half of what a form brings. */
function hasSchemas(file) {
  return readFileSync(path.join(dist, file), 'utf8').includes('_zod');
}

/** The smallest files have no compressed twin and go as they are. */
function weigh(files) {
  const bytes = files.map((file) => {
    const full = path.join(dist, file);
    return statSync(existsSync(`${full}.br`) ? `${full}.br` : full).size;
  });
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

function print(name, size, most, files) {
  const mark = size > most || files > mostFiles ? 'OVER' : 'ok  ';
  const weight = `${size.toFixed(1).padStart(6)} of ${most} KiB`;
  console.log(`${mark} ${weight}  ${String(files).padStart(2)} files  ${name}`);
}
