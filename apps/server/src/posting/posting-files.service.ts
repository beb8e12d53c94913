import { Readable } from 'node:stream';
import { postingLimits } from '@recoup/contract/posting/rules';
import {
  exportLines,
  type ExportFile,
  type ExportLine,
} from '../exports/files/export-file.service.ts';
import { getExportSummary } from '../exports/exports.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { zip } from '../platform/zip/zip.ts';
import type { Findings } from './engine/findings.ts';
import type { PostingFile, PostingLine } from './engine/posting-line.ts';
import {
  checkLines,
  type ControlTotal,
  type LineBatches,
  postingBytes,
  splitLines,
} from './engine/posting-stream.ts';
import { getLayout, type WritableLayout } from './layouts.service.ts';
import { findSettings, savePostingFile } from './posting.repository.ts';
import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import { listPricedTypes } from '../disbursements/disbursements.service.ts';

type PostingFileRequest = { exportId: string; layoutId: string };

/**
 * An export as the file of a layout, which every line fits; its control total is stored. Throws
 * `not_found`, `layout_incomplete` for missing settings, and `rows_refused` for lines that do not
 * fit; then nothing is stored or written.
 */
export async function createPostingFile(
  db: Db,
  by: AuditContext,
  of: PostingFileRequest,
): Promise<ExportFile> {
  return toExportFile(await checkPosting(db, by, of));
}

/** As `createPostingFile`, without keeping its control total. */
export async function readPostingFile(
  db: Db,
  firm: FirmScope,
  of: PostingFileRequest & { now: Date },
): Promise<ExportFile> {
  return toExportFile(await checkFile(db, firm, of));
}

/** Throws as `createPostingFile`, and keeps the control total of a file that is written later. */
export async function checkPosting(
  db: Db,
  by: AuditContext,
  of: PostingFileRequest,
): Promise<Checked> {
  const firm = requireFirmScope(by.actor);
  const checked = await checkFile(db, firm, { ...of, now: by.now });
  const { rows: rowCount, sumCents, vatCents } = checked.total;
  await savePostingFile(db, firm, {
    exportId: of.exportId,
    layout: of.layoutId,
    layoutName: checked.layout.name,
    rowCount,
    sumCents,
    vatCents,
    createdAt: by.now,
    createdBy: by.actor.userId,
  });
  return checked;
}

type Checked = {
  layout: WritableLayout;
  file: PostingFile;
  total: ControlTotal;
  name: string;
  readAll: () => LineBatches;
};

/** Throws as `createPostingFile`. */
export async function checkFile(
  db: Db,
  firm: FirmScope,
  { exportId, layoutId, now }: PostingFileRequest & { now: Date },
): Promise<Checked> {
  const facts = await getExportSummary(db, firm, exportId);
  const layout = await getLayout(db, firm, layoutId);
  const { settings } = (await findSettings(db, firm, layoutId)) ?? { settings: { accounts: {} } };
  const types = await readTypes(db, firm, { known: facts.typeIds, now });
  const readAll = () => postingLines(exportLines(db, firm, facts), types);
  const { file, total, findings } = await checkLines(readAll(), {
    layout: layout.layout,
    file: {
      exportNumber: facts.number,
      exportDay: southAfricanDay(facts.createdAt),
      firmName: facts.firmName,
      settings: withTaxTypes(settings, layout),
    },
  });
  assertWritable(findings);
  return { layout, file, total, name: postingFileName(facts.number, layout.word, total), readAll };
}

/**
 * Throws `too_large`, `layout_incomplete` or `rows_refused` for what keeps a file from being
 * written.
 */
export function assertWritable({ missing, rows, rejected, isTooLarge }: Findings): void {
  if (isTooLarge) throw new AppError('too_large', { message: tooLarge });
  if (missing.size > 0)
    throw new AppError('layout_incomplete', { fields: Object.fromEntries(missing) });
  if (rejected === 0) return;
  const message =
    rejected === 1
      ? 'One line does not fit the layout. Nothing was written.'
      : `${rejected} lines do not fit the layout. Nothing was written.`;
  throw new AppError('rows_refused', { message, rows: [...rows], refused: rejected });
}

const tooLarge =
  `The file would have more than ${postingLimits.fileCharacters / 1_000_000_000} GB. ` +
  'Choose a shorter period, or a layout with fewer columns. Nothing was written.';

/** The control total is part of the name, because most programs take no line beside the entries. */
function postingFileName(number: number, layout: string, { rows, sumCents }: ControlTotal): string {
  const words = layout.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const digits = String(sumCents < 0n ? -sumCents : sumCents).padStart(3, '0');
  const sum = `${sumCents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return `recoup-export-${number}-${words}-${rows}-rows-R${sum}`;
}

function toExportFile({ layout, file, name, total: { rows }, readAll }: Checked): ExportFile {
  const kind = layout.fileType ?? (layout.layout.delimiter === null ? 'txt' : 'csv');
  const { records, hasVatRecord = false } = layout.layout;
  const perFile = Math.floor((layout.maxRecords ?? Infinity) / (records + Number(hasVatRecord)));
  const stream = (source: AsyncIterable<Buffer>) => Readable.from(source, { objectMode: false });
  if (rows <= perFile)
    return {
      fileName: `${name}.${kind}`,
      type: `${mediaTypes[kind]}; charset=${charsets[layout.layout.encoding]}`,
      content: stream(postingBytes(readAll(), { ...layout, file })),
    };
  const pieces = splitLines(readAll(), perFile);
  const entries = Array.from({ length: Math.ceil(rows / perFile) }, (_, index) => ({
    name: `${name}-part-${index + 1}.${kind}`,
    text: writePart(pieces, {
      ...layout,
      file: { ...file, ...(index > 0 && { part: index + 1 }) },
      firstNumber: index * perFile + 1,
    }),
  }));
  return { fileName: `${name}.zip`, type: 'application/zip', content: stream(zip(entries)) };
}

async function* writePart(
  pieces: ReturnType<typeof splitLines>,
  of: Parameters<typeof postingBytes>[1],
): AsyncGenerator<Buffer> {
  yield* postingBytes(pieces.next(), of);
}

const mediaTypes = { csv: 'text/csv', txt: 'text/plain' } as const;
const charsets = {
  'utf-8': 'utf-8',
  'utf-8-bom': 'utf-8',
  'windows-1252': 'windows-1252',
  ascii: 'us-ascii',
} as const;

type TypeIds = Readonly<Record<string, readonly string[]>>;

/** `ids` by title in lower case; `agents` are the ids of types paid as agent of the client. */
type Types = { ids: ReadonlyMap<string, string>; agents: ReadonlySet<string> };

/**
 * The types of `known`, of two types with one title the first; for exports from before their types
 * were stored, those that have the titles at present.
 */
export async function readTypes(
  db: Db,
  firm: FirmScope,
  { known, now }: { known: TypeIds; now: Date },
): Promise<Types> {
  const { data } = await listPricedTypes(db, firm, { now });
  const ids = new Map(data.map(({ title, _id }) => [title.toLowerCase(), _id]));
  for (const [title, [id]] of Object.entries(known))
    if (id !== undefined) ids.set(title.toLowerCase(), id);
  const agents = data.filter(({ vat }) => vat === 'agent').map(({ _id }) => _id);
  return { ids, agents: new Set(agents) };
}

export async function* postingLines(
  batches: AsyncIterable<readonly (ExportLine & Partial<Pick<PostingLine, 'typeId'>>)[]>,
  { ids, agents }: Types,
): LineBatches {
  for await (const lines of batches)
    yield lines.map((line) => {
      const typeId = line.typeId ?? ids.get(line.disbursementType.toLowerCase()) ?? null;
      const { treatment = 'none' } = line.vat ?? {};
      return Object.assign(line, {
        typeId,
        entryId: line.entryId ?? null,
        vat: line.vat ?? null,
        reverses: line.reverses ?? null,
        voucher: line.voucher ?? null,
        supplier: line.supplier ?? null,
        // A line of a firm that was no vendor has no treatment, so its type decides.
        isAgent: treatment === 'none' ? agents.has(typeId ?? '') : treatment === 'agent',
      });
    });
}

/** With the texts of the layout for kinds of VAT that the firm has no word for. */
export function withTaxTypes(
  settings: PostingSettings,
  { taxTypes }: Pick<WritableLayout, 'taxTypes'>,
): PostingSettings {
  return { ...settings, taxTypes: { ...taxTypes, ...settings.taxTypes } };
}
