/**
 * Files of kept exports from the built server: `npm run bench -- export-files`. XLSX is compared
 * with the streaming writer of exceljs, PDF with pdfkit drawing the same cells by its own layout.
 * Each prints how much memory the server took beyond its idle memory. The sides alternate; times
 * are medians.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileTypes } from '@recoup/contract/exports/files';
import { drawWithPdfkit } from './support/bare-pdf.ts';
import { type Download, type Server } from './support/downloads.ts';
import { installExceljs, writeWithExceljs } from './support/exceljs.ts';
import {
  type Bench,
  count,
  fileOf,
  fill,
  latestExport,
  print,
  ratio,
  speed,
  withBench,
  withServer,
} from './support/exports-server.ts';
import { median } from './support/measure.ts';

const rounds = 3;
const [xlsxRows, pdfRows] = [100_000, 10_000];

await withBench(async (bench) => {
  await installExceljs();
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-bench-csv-'));
  const csvFile = path.join(folder, 'export.csv');
  try {
    await measure(bench, { kind: 'xlsx', rows: xlsxRows, csvFile, theirs: writeWithExceljs });
    await measure(bench, { kind: 'pdf', rows: pdfRows, csvFile, theirs: drawWithPdfkit });
  } finally {
    await rm(folder, { recursive: true });
  }
});

type Compared = {
  kind: 'xlsx' | 'pdf';
  rows: number;
  csvFile: string;
  /** Milliseconds in which another library writes the rows of the CSV. */
  theirs: (csvFile: string) => number | Promise<number>;
};

async function measure(bench: Bench, { kind, rows, csvFile, theirs }: Compared): Promise<void> {
  const firm = await fill(bench, rows);
  const { token } = firm;
  await withServer(bench, async (server, idle) => {
    await writeFile(csvFile, await csvOf(server, token));
    const address = `/exports/${await latestExport(bench, firm)}/file`;
    const [ours, others]: [Download[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await fileOf(server, { path: address, token, type: fileTypes[kind] }));
      others.push(await theirs(csvFile));
    }
    const grown = Math.round(Math.max(...ours.map(({ peak }) => peak)) - idle);
    const [ms, otherMs] = [median(ours.map((file) => file.ms)), median(others)];
    console.log(`\n${count(rows)} rows as ${kind}, medians of ${rounds} rounds`);
    print(kind === 'xlsx' ? 'exceljs, streaming' : 'pdfkit, text by text', speed(rows, otherMs));
    print('the file', `${speed(rows, ms)} = ${ratio(otherMs, ms)} x as fast, +${grown} MB`);
  });
}

async function csvOf({ url }: Server, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, accept: fileTypes.csv };
  return (await fetch(`${url}/download`, { headers })).text();
}
