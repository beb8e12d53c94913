import { Readable } from 'node:stream';
import { csvLine } from '@recoup/contract/spreadsheet-cells';
import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { hasMatter, type MatterFilter, streamMatters } from './matters.repository.ts';

/** Throws `not_found` for a matter that is missing or another firm's. */
export async function requireMatter(db: Db, firm: FirmScope, id: string): Promise<void> {
  if (!(await hasMatter(db, firm, id))) throw new AppError('not_found', { message: 'There is no such matter.' });
}

/** The matters of the filter in our own layout: UTF-8, comma, CRLF. To take the file in again changes nothing. */
export function mattersAsCsv(db: Db, firm: FirmScope, filter: MatterFilter): Readable {
  return Readable.from(matterLines(streamMatters(db, firm, filter)));
}

/** Few large chunks: a line each would cost an event each. */
const chunkLength = 50_000;

async function* matterLines(matters: ReturnType<typeof streamMatters>): AsyncGenerator<string> {
  let chunk = `\uFEFF${csvLine(['Matter Number', 'Description', 'Client', 'Attorney', 'Status', 'Opened'])}`;
  for await (const { number, description, client, attorney, status, opened } of matters) {
    chunk += csvLine([number, description, client, attorney, status, opened]);
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
