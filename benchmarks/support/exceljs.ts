import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const version = '4.4.0';
const folder = path.join(tmpdir(), 'recoup-bench-products', `exceljs-${version}`);

/** Installs exceljs once into the temporary folder of the machine, as it is no part of Recoup. */
export async function installExceljs(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'write.mjs'), script);
  if (existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return;
  // One of its indirect dependencies asks for a version that no longer exists.
  const overrides = { 'typedarray.prototype.slice': '1.0.5' };
  const project = { private: true, type: 'module', dependencies: { exceljs: version }, overrides };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(project));
  console.log(`Installing exceljs ${version} into ${folder} ...`);
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  spawnSync('npm', args, { cwd: folder, stdio: 'ignore' });
}

/**
 * Milliseconds in which exceljs streams the rows of our CSV, with columns, types, frozen header and
 * widths as ours have them, into a file.
 */
export function writeWithExceljs(csvFile: string): number {
  const { stdout, stderr } = spawnSync(process.execPath, ['write.mjs', csvFile], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(`exceljs failed: ${stderr.slice(0, 300)}`);
  return Number(stdout);
}

const script = `import excel from 'exceljs';
import { readFileSync } from 'node:fs';
const cell = /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;
const lines = readFileSync(process.argv[2], 'utf8').trimEnd().split('\\r\\n').slice(1).map((line) =>
  line.match(cell).slice(0, 10).map((each) => each.replace(/,$/, '').replace(/^"|"$/g, '')));
const start = performance.now();
const book = new excel.stream.xlsx.WorkbookWriter({ filename: 'written.xlsx', useStyles: true });
const view = { state: 'frozen', ySplit: 1 };
const sheet = book.addWorksheet('Disbursements', { views: [view] });
sheet.columns = Array.from({ length: 10 }, () => ({ width: 20 }));
for (const [n, c] of lines.entries()) {
  const row = sheet.addRow(
    [new Date(c[0]), c[1], c[2], c[3], c[4], c[5], Number(c[6]), null, Number(c[8]), c[9]]);
  row.getCell(1).numFmt = 'yyyy-mm-dd';
  row.getCell(9).numFmt = '#,##0.00';
  row.commit();
  if (n % 5000 === 0) await new Promise((resolve) => setImmediate(resolve));
}
sheet.commit();
await book.commit();
console.log(performance.now() - start);
`;
