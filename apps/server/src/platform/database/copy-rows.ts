import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import type { CopyIn, Trx } from './connections.ts';

/** A file of a million rows may take minutes. */
export async function allowLongStatements(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = '15min'`.execute(trx);
}

/** Accepts rows in the text format of COPY; no other query may run before `end`. */
export type RowCopy = { add(lines: string): Promise<void>; end(): Promise<void> };

/** Characters in a message to the database: one message for each few rows would be slow. */
const batchLength = 1 << 15;

export function startCopy(copyIn: CopyIn, statement: string): RowCopy {
  const stream = copyIn(statement);
  const ended = finished(stream);
  // `end` reports the error; until then a broken connection must not end the process.
  ended.catch(() => {});
  // The library forgets its connection then, and a further write would throw of its own.
  let hasFailed = false;
  stream.once('error', () => (hasFailed = true));
  let unsent = '';
  return {
    async add(rows) {
      unsent += rows;
      if (unsent.length < batchLength) return;
      if (hasFailed) return ended;
      const lines = unsent;
      unsent = '';
      if (!stream.write(lines)) await Promise.race([once(stream, 'drain'), ended]);
    },
    async end() {
      if (!hasFailed) stream.end(unsent);
      await ended;
    },
  };
}

const none = '\\N';
const special = /[\\\n\r\t]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text, or null, as a cell of a row for COPY. */
export function copyCell(value: string | null): string {
  if (value === null) return none;
  return special.test(value)
    ? value.replace(/[\\\n\r\t]/g, (mark) => escapes[mark] ?? mark)
    : value;
}
