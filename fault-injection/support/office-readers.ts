import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCsv } from '../../apps/server/test/spreadsheet.ts';

/**
 * The rows of each workbook of a folder as a program reads them: days as ISO dates, numbers as
 * JavaScript writes them, in the order of the files.
 */
export type OfficeReader = { name: string; read(folder: string): string[][][] };

/**
 * Libraries that read workbooks; no part of the product, so they are installed beside the files.
 */
const libraries = ['exceljs@4.4.0', 'xlsx@0.18.5', 'xlsx-populate@1.21.0'];

export const programs = { libreOffice: 'soffice', gnumeric: 'ssconvert' } as const;

export const officeReaders: readonly OfficeReader[] = [
  {
    name: 'LibreOffice',
    read: (folder) => {
      // Comma, quotes, UTF-8, from the first line; days as they are shown, numbers as they are.
      convert('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', folder);
      return workbooks(folder).map((file) => readCsv(readFileSync(`${file}.csv`, 'utf8')));
    },
  },
  {
    name: 'Gnumeric',
    read: (folder) =>
      workbooks(folder).map((file) => {
        const args = [
          '-T',
          'Gnumeric_stf:stf_assistant',
          '-O',
          'separator=, format=raw quoting-mode=auto',
          `${file}.xlsx`,
          `${file}.gnumeric.csv`,
        ];
        run(programs.gnumeric, args);
        const rows = readCsv(readFileSync(`${file}.gnumeric.csv`, 'utf8'));
        return rows.map((row) => withIsoDay(row.map(asJavaScript)));
      }),
  },
  ...['exceljs', 'xlsx', 'xlsx-populate'].map((library) => ({
    name: library,
    read: (folder: string) => readWith(library, folder),
  })),
];

/** Installs the libraries; false without a registry. */
export function installLibraries(folder: string): boolean {
  // One of exceljs's libraries' libraries has a version that no longer exists.
  const overrides = { 'typedarray.prototype.slice': '1.0.5' };
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', overrides }),
  );
  writeFileSync(path.join(folder, 'read.mjs'), script);
  return (
    spawnSync('npm', ['install', ...libraries, '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'ignore',
    }).status === 0
  );
}

/** Every workbook of the folder in another format, beside it. */
export function convert(to: string, folder: string): void {
  office(
    folder,
    ['--convert-to', to, '--outdir', folder],
    workbooks(folder).map((file) => `${file}.xlsx`),
  );
}

/** The rows of a CSV as LibreOffice opens it: comma, quotes, UTF-8, numbers as they are. */
export function openCsv(folder: string, file: string): string[][] {
  const options = '44,34,76,1,,0,false,true,false';
  const out = path.join(folder, 'opened');
  const to = `csv:Text - txt - csv (StarCalc):${options}`;
  office(
    folder,
    [`--infilter=CSV:${options}`, '--convert-to', to, '--outdir', out],
    [path.join(folder, file)],
  );
  return readCsv(readFileSync(path.join(out, file), 'utf8'));
}

function office(folder: string, args: readonly string[], files: readonly string[]): void {
  const profile = pathToFileURL(path.join(folder, 'profile')).href;
  run(programs.libreOffice, [`-env:UserInstallation=${profile}`, '--headless', ...args, ...files]);
}

/** Their paths without the ending. */
export function workbooks(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.xlsx'));
  return names.toSorted().map((name) => path.join(folder, name.slice(0, -'.xlsx'.length)));
}

function readWith(library: string, folder: string): string[][][] {
  const files = workbooks(folder).map((file) => `${file}.xlsx`);
  return JSON.parse(
    run(process.execPath, [path.join(folder, 'read.mjs'), library, ...files]),
  ) as string[][][]; // as the script writes it
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 100_000_000,
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr.slice(0, 500)}`);
  return stdout;
}

/** 3880.64 for 3880.6399999999999999. */
function asJavaScript(cell: string): string {
  return /^-?\d+\.\d{12,}$/.test(cell) ? String(Number(cell)) : cell;
}

/** Gnumeric writes a day as its number in this mode, which alone leaves amounts as they are. */
function withIsoDay([day = '', ...rest]: string[]): string[] {
  return [
    /^\d{5}$/.test(day)
      ? new Date((Number(day) - 25_569) * 86_400_000).toISOString().slice(0, 10)
      : day,
    ...rest,
  ];
}

const script = `const [library, ...files] = process.argv.slice(2);
const module = (await import(library)).default;
const day = (number) => new Date((number - 25569) * 86400000);
const shown = (value) => {
  if (value == null) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
};
const readers = {
  exceljs: async (file) => {
    const book = new module.Workbook();
    await book.xlsx.readFile(file);
    const rows = [];
    book.worksheets[0].eachRow({ includeEmpty: true }, (row) => rows.push(row.values.slice(1)));
    return rows;
  },
  xlsx: async (file) => {
    const [sheet] = Object.values(module.readFile(file).Sheets);
    return module.utils.sheet_to_json(sheet, { header: 1, raw: true, blankrows: true });
  },
  'xlsx-populate': async (file) => (await module.fromFileAsync(file)).sheet(0).usedRange().value(),
};
const all = [];
for (const file of files) {
  const rows = await readers[library](file);
  const cell = (row, at) => (at === 0 && typeof row[0] === 'number' ? day(row[0]) : row[at]);
  const { length } = rows[0];
  all.push(rows.map((row) => Array.from({ length }, (_, at) => shown(cell(row, at)))));
}
process.stdout.write(JSON.stringify(all));`;
