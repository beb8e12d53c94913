import { Readable } from 'node:stream';
import { csvLine } from '@recoup/contract/core/formula-escaping';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { notFound } from '../platform/core/app-error.ts';
import {
  findChosenDelimiter,
  lockMatter,
  type MatterFilter,
  streamMatters,
} from './matters.repository.ts';

export { findChosenDelimiter } from './matters.repository.ts';

/** Throws `not_found` unless the firm has the matter. */
export async function requireMatter(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  if (!(await lockMatter(trx, firm, id))) throw notFound('matter');
}

/** The matters in our own layout; importing the file changes nothing. */
export async function mattersAsCsv(
  db: Db,
  firm: FirmScope,
  filter: MatterFilter,
): Promise<Readable> {
  const delimiter = (await findChosenDelimiter(db, firm)) ?? ',';
  return Readable.from(matterLines(streamMatters(db, firm, filter), delimiter));
}

/** A chunk for each line would cost an event each. */
const chunkLength = 50_000;

async function* matterLines(
  matters: ReturnType<typeof streamMatters>,
  delimiter: string,
): AsyncGenerator<string> {
  const header = [
    'Matter Number',
    'Description',
    'Client',
    'Attorney',
    'Status',
    'Opened',
    'Phones',
  ];
  let chunk = `\uFEFF${csvLine(header, delimiter)}`;
  for await (const { number, description, client, attorney, status, opened, phones } of matters) {
    const numbers = phones.map(formatPhone).join(' / ');
    const cells = [number, description, client, attorney, status, opened, numbers];
    chunk += csvLine(cells, delimiter);
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
