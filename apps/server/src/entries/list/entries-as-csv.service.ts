import { Readable } from 'node:stream';
import { csvText } from '@recoup/contract/core/formula-escaping';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { defaultCsvDelimiter, exportColumns, vatColumns } from '@recoup/contract/exports/files';
import { findChosenDelimiter } from '../../matters/matters.service.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Db } from '../../platform/database/connections.ts';
import type { EntryFilter } from '../entry-filter.repository.ts';
import { hasVat, type InTurn, streamEntries, type EntryOrder } from './entry-list.repository.ts';

/** The list as it is filtered and sorted, for spreadsheets, in the columns of an export. */
export async function entriesAsCsv(
  db: Db,
  firm: FirmScope,
  query: EntryFilter & { order: EntryOrder; inTurn: InTurn },
): Promise<Readable> {
  const isVat = await hasVat(db, firm, query);
  const delimiter = (await findChosenDelimiter(db, firm)) ?? defaultCsvDelimiter;
  const cells = createCellWriter({ isVat, decimalMark: delimiter === ';' ? ',' : '.' });
  return Readable.from(writeCsv(streamEntries(db, firm, query), { isVat, cells, delimiter }));
}

/** A chunk for each line would cost an event each. */
const chunkLength = 50_000;

type File = { isVat: boolean; cells: (entry: Entry) => string[]; delimiter: string };

async function* writeCsv(
  entries: AsyncIterable<Entry>,
  { isVat, cells, delimiter }: File,
): AsyncGenerator<string> {
  const columns = [
    ...exportColumns,
    ...(isVat ? vatColumns : []),
    'Voucher',
    'Export',
    'Recorded By',
  ];
  let chunk = `\uFEFF${columns.join(delimiter)}\r\n`;
  const pause = createPauses();
  for await (const entry of entries) {
    await pause();
    chunk += `${cells(entry).join(delimiter)}\r\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** Numbers and days stay what they are; texts are disarmed. */
function createCellWriter({ isVat, decimalMark }: { isVat: boolean; decimalMark: string }) {
  const count = (number: number | null) => (number === null ? '' : String(number));
  const rand = (amount: number) => amount.toFixed(2).replace('.', decimalMark);
  const vatCells = ({ vat }: Entry) =>
    vat === undefined
      ? ['', '', '', '', '']
      : [
          vat.treatment,
          String(vat.percent).replace('.', decimalMark),
          rand(vat.net),
          rand(vat.vat),
          rand(vat.gross),
        ];
  return (entry: Entry): string[] => [
    entry.date,
    csvText(entry.matter.number),
    csvText(entry.matter.client ?? ''),
    csvText(entry.matter.name),
    csvText(entry.attorney.name),
    csvText(entry.disbursementType.name),
    count(entry.minutes),
    count(entry.quantity),
    rand(entry.amount),
    csvText(entry.narration ?? ''),
    ...(isVat ? vatCells(entry) : []),
    csvText(entry.voucher ?? ''),
    count(entry.export?.number ?? null),
    csvText(entry.recordedBy?.name ?? ''),
  ];
}
