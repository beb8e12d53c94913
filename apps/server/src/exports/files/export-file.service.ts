import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type CsvProfile, type FileKind, fileTypes } from '@recoup/contract/exports/files';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { spreadsheetCsv, csvHeader, type ExportLine, readLines } from '../snapshot/csv-lines.ts';
import { readEdgeParts, readParts } from '../snapshot/lines.repository.ts';
import { delimiterOf } from '../settings.repository.ts';
import { assertWithinLimits } from './limits.ts';
import { xlsx } from './xlsx.ts';
import type { ExportSummary } from '../exports.repository.ts';

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
  const name = {
    fileName: exportFileName(facts, kind),
    type: fileTypes[kind],
  };
  const parts = csvParts(db, firm, facts.id);
  if (kind === 'csv') {
    const bytes = profile === 'people' ? spreadsheetParts(parts, delimiterOf(facts)) : parts;
    return {
      ...name,
      type: `${fileTypes.csv}; charset=utf-8`,
      content: Readable.from(bytes, { objectMode: false }),
    };
  }
  const shown = {
    title: titleOf(facts),
    firmName: facts.firmName,
    createdAt: facts.createdAt,
    rowCount: facts.rowCount,
  };
  if (kind === 'xlsx')
    return {
      ...name,
      content: Readable.from(xlsx(lineBatches(parts), shown), { objectMode: false }),
    };
  const lines: ExportLine[] = [];
  for await (const batch of lineBatches(parts)) lines.push(...batch);
  // Imported with the first PDF, so that an idle process does not load the writer.
  const { pdf } = await import('./pdf.ts');
  return { ...name, content: pdf(lines, { ...shown, logo: facts.logo, period: periodOf(facts) }) };
}

export function exportFileName(facts: ExportSummary, kind: FileKind): string {
  return `${titleOf(facts).toLowerCase().replaceAll(' ', '-')}.${kind}`;
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
  exportId: string,
): AsyncGenerator<ExportLine[]> {
  return lineBatches(csvParts(db, firm, exportId));
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
  const first = readLines(parts[0]?.slice(csvHeader.length) ?? '').at(0);
  const last =
    parts.length < 2
      ? readLines(parts[0]?.slice(csvHeader.length) ?? '').at(-1)
      : readLines(parts[1] ?? '').at(-1);
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
  delimiter: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark);
  for await (const part of parts) yield Buffer.from(spreadsheetCsv(part.toString(), delimiter));
}

async function* lineBatches(parts: AsyncIterable<Buffer>): AsyncGenerator<ExportLine[]> {
  let isFirst = true;
  for await (const part of parts) {
    const csv = part.toString();
    yield readLines(isFirst ? csv.slice(csvHeader.length) : csv);
    isFirst = false;
  }
}

function titleOf({ number }: ExportSummary): string {
  return `Recoup export ${number}`;
}

function periodOf({ closing, fromDate, toDate }: ExportSummary): string {
  if (fromDate === null && toDate === null)
    return closing ? 'everything not yet exported' : 'everything recorded';
  if (fromDate === null) return `up to ${toDate}`;
  return toDate === null ? `from ${fromDate}` : `${fromDate} to ${toDate}`;
}
