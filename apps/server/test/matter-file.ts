import {
  type MatterFile,
  readMatterFile,
  type RequestedMapping,
  type UnrecognizedFile,
} from '../src/matters/csv/parse-matters.ts';
import type { Attorney, MatterRow } from '../src/matters/csv/parser-types.ts';
import { splitIntoChunks } from '../src/platform/csv/text-chunks.ts';

/** A whole text, its dates read in the order that the file proves. */
export async function readMatterText(
  text: string,
  options: { attorneys: readonly Attorney[]; mapping?: RequestedMapping | undefined },
): Promise<(MatterFile & { rows: MatterRow[] }) | UnrecognizedFile> {
  const read: MatterRow[] = [];
  const file = await readMatterFile(splitIntoChunks(text), {
    ...options,
    onRows: async (rows) => {
      read.push(...rows);
    },
  });
  if (!file.ok) return file;
  const rows = read
    .filter(
      (row) =>
        (row.opened === null) === (row.openedMonthFirst === null) ||
        (file.isMonthFirst ? row.openedMonthFirst : row.opened) !== null,
    )
    .map((row) => (file.isMonthFirst ? { ...row, opened: row.openedMonthFirst } : row));
  return { ...file, rows };
}

export type ReadableFile = Extract<Awaited<ReturnType<typeof readMatterText>>, { ok: true }>;

const attorneys = [
  { id: 'thabo', name: 'Thabo Mokoena', email: 't.mokoena@nkosi.co.za' },
  { id: 'pieter', name: 'Pieter Botha', email: 'p.botha@nkosi.co.za' },
  { id: 'sarah', name: 'Sarah Naidoo', email: 's.naidoo@nkosi.co.za' },
];

/** The same for a firm with three attorneys, of a text that must be readable. */
export async function readMatters(text: string, mapping?: RequestedMapping): Promise<ReadableFile> {
  const file = await readMatterText(text, { attorneys, mapping });
  if (!file.ok) throw new Error(file.message);
  return file;
}

/** The cells of a row: number, description, client, attorney, status, opened. */
export function cellsOf(file: ReadableFile, row: number): (string | null)[] {
  const matter = file.rows.find((candidate) => candidate.row === row);
  if (!matter) throw new Error(`There is no row ${row}.`);
  return [
    matter.number,
    matter.description,
    matter.client,
    matter.attorneyId,
    matter.status,
    matter.opened,
  ];
}
