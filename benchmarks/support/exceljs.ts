import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export type Written = { rows: number; ms: number; megabytes: number };

/** Whether its folder has it now; it is no part of the product. One of its libraries' libraries has a version that no longer exists. */
export function installExceljs(folder: string): boolean {
  const overrides = { 'typedarray.prototype.slice': '1.0.5' };
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', overrides }),
  );
  const args = ['install', 'exceljs@4.4.0', '--no-audit', '--no-fund', '--loglevel=error'];
  return spawnSync('npm', args, { cwd: folder, stdio: 'ignore' }).status === 0;
}

/** In a process of its own, so that its memory is its own: the rows of our CSV, with columns, types, frozen header and widths as ours. */
export function writeWithExceljs(folder: string, csv: string): Written {
  const file = path.join(folder, 'write.mjs');
  writeFileSync(file, script(csv, path.join(folder, 'exceljs.xlsx')));
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  if (stdout === '') throw new Error(`exceljs failed: ${stderr.slice(0, 300)}`);
  return JSON.parse(stdout) as Written; // as the script writes it
}

function script(csv: string, xlsx: string): string {
  return `import excel from 'exceljs';
import { readFileSync } from 'node:fs';
const lines = readFileSync(${JSON.stringify(csv)}, 'utf8').trimEnd().split('\\r\\n').slice(1).map((line) => line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g).slice(0, 10).map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '')));
const before = process.memoryUsage.rss();
let peak = before;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
const start = performance.now();
const book = new excel.stream.xlsx.WorkbookWriter({ filename: ${JSON.stringify(xlsx)}, useStyles: true });
const sheet = book.addWorksheet('Disbursements', { views: [{ state: 'frozen', ySplit: 1 }] });
sheet.columns = Array.from({ length: 10 }, () => ({ width: 20 }));
for (const [n, c] of lines.entries()) {
  const row = sheet.addRow([new Date(c[0]), c[1], c[2], c[3], c[4], c[5], Number(c[6]), null, Number(c[8]), c[9]]);
  row.getCell(1).numFmt = 'yyyy-mm-dd';
  row.getCell(9).numFmt = '#,##0.00';
  row.commit();
  if (n % 5000 === 0) await new Promise((resolve) => setImmediate(resolve));
}
sheet.commit();
await book.commit();
clearInterval(timer);
console.log(JSON.stringify({ rows: lines.length, ms: performance.now() - start, megabytes: Math.round((peak - before) / 1048576) }));`;
}
