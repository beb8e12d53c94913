import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  type CsvProfile,
  type FileKind,
  fileTypes,
  exportLimits,
} from '@recoup/contract/exports/files';
import type { FirmScope } from '../../platform/core/actor.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Db } from '../../platform/database/connections.ts';
import {
  type ExportLine,
  readLines,
  spreadsheetLines,
  withoutHeader,
} from '../snapshot/csv-lines.ts';
import { delimiterOrDefault, type ExportSummary } from '../exports.repository.ts';
import { xlsx } from './xlsx.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { readEdgeParts, readParts } from '../snapshot/parts.repository.ts';
import type { Extra } from '../snapshot/extra-columns.repository.ts';

export type { ExportLine };
export type ExportFile = { fileName: string; type: string; content: Readable };
export type FileOptions = { kind: FileKind; profile?: CsvProfile | undefined };

const decompress = promisify(gunzip);
const byteOrderMark = '\uFEFF';

/** The file of an export, the same bytes each time. Throws `too_large`. */
export async function exportFile(
  db: Db,
  firm: FirmScope,
  of: FileOptions & { facts: ExportSummary },
): Promise<ExportFile> {
  const { facts, kind, profile } = of;
  assertWithinLimits(facts, kind);
  const parts = csvParts(db, firm, facts.id);
  if (kind === 'csv') return csvFile(parts, { facts, profile });
  const lines = lineBatches(parts, facts.extras);
  const title = exportTitle(facts);
  const content =
    kind === 'xlsx'
      ? stream(xlsx(lines, { ...facts, title, period: exportPeriodText(facts) }))
      : await exportPdf(lines, facts);
  return { fileName: exportFileName(facts, kind), type: fileTypes[kind], content };
}

type CsvFacts = Pick<ExportSummary, 'number' | 'csvDelimiter' | 'extras'>;

/** The file of the stored CSV's parts, also while they are written. */
export function csvFile(
  parts: AsyncIterable<Buffer>,
  { facts, profile }: { facts: CsvFacts; profile: CsvProfile | undefined },
): ExportFile {
  const as = { delimiter: delimiterOrDefault(facts), extras: facts.extras };
  return {
    fileName: exportFileName(facts, 'csv'),
    type: `${fileTypes.csv}; charset=utf-8`,
    content: stream(profile === 'people' ? spreadsheetParts(parts, as) : parts),
  };
}

function stream(bytes: AsyncIterable<Buffer>): Readable {
  return Readable.from(bytes, { objectMode: false });
}

async function exportPdf(batches: AsyncIterable<readonly ExportLine[]>, facts: ExportSummary) {
  const lines: ExportLine[] = [];
  for await (const batch of batches) lines.push(...batch);
  // Imported with the first PDF, so that an idle process does not load the writer.
  const { pdf } = await import('./pdf.ts');
  const hasVat = facts.extras.includes('vat');
  return pdf(lines, {
    ...facts,
    title: exportTitle(facts),
    hasVat,
    period: exportPeriodText(facts),
  });
}

export function exportFileName(facts: Pick<ExportSummary, 'number'>, kind: FileKind): string {
  return `${exportTitle(facts).toLowerCase().replaceAll(' ', '-')}.${kind}`;
}

/** The CSV as one text. Throws `too_large` beyond the bound of JSON. */
export async function exportText(
  db: Db,
  firm: FirmScope,
  of: { facts: ExportSummary; profile?: CsvProfile | undefined },
): Promise<string> {
  assertWithinLimits(of.facts, 'json');
  const { content } = await exportFile(db, firm, { ...of, kind: 'csv' });
  return (await buffer(content)).toString();
}

/** The lines of an export in batches, in the order of the file. */
export function exportLines(
  db: Db,
  firm: FirmScope,
  { id, extras }: Pick<ExportSummary, 'id' | 'extras'>,
): AsyncGenerator<ExportLine[]> {
  return lineBatches(csvParts(db, firm, id), extras);
}

/** The first and the last day of an export's lines. */
export async function exportDays(
  db: Db,
  firm: FirmScope,
  exportId: string,
): Promise<{ first: string; last: string }> {
  const parts = await Promise.all(
    (await readEdgeParts(db, firm, exportId)).map(async (part) =>
      (await decompress(part)).toString(),
    ),
  );
  const [firstPart = '', lastPart] = parts;
  const [first] = readLines(withoutHeader(firstPart), []);
  const last = [...readLines(lastPart ?? withoutHeader(firstPart), [])].at(-1);
  return { first: first?.date ?? '', last: last?.date ?? '' };
}

/** The stored CSV; while a part is sent, the next one is read and unpacked. */
async function* csvParts(db: Db, firm: FirmScope, exportId: string): AsyncGenerator<Buffer> {
  const parts = readParts(db, firm, exportId);
  const unpackNext = async (): Promise<Buffer | undefined> => {
    const { value, done } = await parts.next();
    return done === true ? undefined : decompress(value);
  };
  let next = unpackNext();
  for (;;) {
    const part = await next;
    if (!part) return;
    next = unpackNext();
    // The next round awaits it, unless the client disconnects before.
    next.catch(() => {});
    yield part;
  }
}

async function* spreadsheetParts(
  parts: AsyncIterable<Buffer>,
  as: Parameters<typeof spreadsheetLines>[1],
): AsyncGenerator<Buffer> {
  const pause = createPauses();
  yield Buffer.from(byteOrderMark);
  for await (const part of parts) {
    let text = '';
    for (const line of spreadsheetLines(part.toString(), as)) {
      text += line;
      await pause();
    }
    yield Buffer.from(text);
  }
}

async function* lineBatches(
  parts: AsyncIterable<Buffer>,
  extras: readonly Extra[],
): AsyncGenerator<ExportLine[]> {
  const pause = createPauses();
  let isFirst = true;
  for await (const part of parts) {
    const csv = part.toString();
    const lines: ExportLine[] = [];
    for (const line of readLines(isFirst ? withoutHeader(csv) : csv, extras)) {
      lines.push(line);
      await pause();
    }
    yield lines;
    isFirst = false;
  }
}

function exportTitle({ number }: Pick<ExportSummary, 'number'>): string {
  return `Recoup export ${number}`;
}

function exportPeriodText({ closing, fromDate, toDate }: ExportSummary): string {
  if (fromDate === null && toDate === null)
    return closing ? 'everything not yet exported' : 'everything recorded';
  if (fromDate === null) return `up to ${toDate}`;
  return toDate === null ? `from ${fromDate}` : `${fromDate} to ${toDate}`;
}

/** Throws `too_large`, also for an export in progress. */
export function assertWithinLimits(
  size: { rowCount: number; byteCount: number },
  kind: FileKind | 'json',
): void {
  if (kind === 'json') {
    if (size.byteCount <= exportLimits.jsonBytes) return;
    const max = exportLimits.jsonBytes / 1_000_000;
    const message =
      `These disbursements make more than ${max} MB, the limit for JSON. ` +
      'Ask for text/csv, or for a shorter period.';
    throw new AppError('too_large', { message });
  }
  const max = exportLimits.rows[kind];
  if (size.rowCount <= max) return;
  const message = `These are more than ${max} rows, the limit for ${kind.toUpperCase()}.`;
  throw new AppError('too_large', { message: `${message} Choose CSV, or a shorter period.` });
}
