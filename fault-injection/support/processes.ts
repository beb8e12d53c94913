import type { Db } from '../../apps/server/src/platform/database/connections.ts';

/** Several server processes on one database. */
export type Processes = {
  /** Of the API of each. */
  urls: readonly string[];
  /** Each in its turn, as behind a proxy. */
  next(): string;
  db: Db;
  /** The code of the latest SMS to the cell. */
  codeFor(cell: string): Promise<string>;
};

export function inTurn(urls: readonly string[]): () => string {
  let turn = 0;
  return () => {
    turn += 1;
    return urls[turn % urls.length] ?? '';
  };
}
