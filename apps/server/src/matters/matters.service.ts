import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { disarm } from '../platform/spreadsheet-cells.ts';
import { hasMatter, type MatterFilter, streamMatters } from './matters.repository.ts';

/** Throws `not_found` for a matter that is missing or another firm's. */
export async function requireMatter(db: Db, firm: FirmScope, id: string): Promise<void> {
  if (!(await hasMatter(db, firm, id))) throw new AppError('not_found', { message: 'There is no such matter.' });
}

/** The matters of the filter in our own layout: UTF-8, comma, CRLF. To take the file in again changes nothing. */
export function mattersAsCsv(db: Db, firm: FirmScope, filter: MatterFilter): Readable {
  const columns = [
    { key: 'number', header: 'Matter Number' },
    { key: 'description', header: 'Description' },
    { key: 'client', header: 'Client' },
    { key: 'attorney', header: 'Attorney' },
    { key: 'status', header: 'Status' },
    { key: 'opened', header: 'Opened' },
  ];
  // Only a whole CRLF would be quoted otherwise, and a cell may hold a lone line feed.
  const quoted_match = /[\r\n]/;
  const cast = { string: disarm };
  const csv = stringify({ columns, header: true, bom: true, record_delimiter: 'windows', quoted_match, cast });
  const lines = Readable.from(streamMatters(db, firm, filter));
  // A database that goes away in the middle must not look like the end of the file.
  lines.once('error', (error) => csv.destroy(error));
  return lines.pipe(csv);
}
