import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { csvHeader, csvLineEncoder } from './csv-lines.ts';
import {
  findLineFacts,
  type LineFacts,
  type Lines,
  insertPart,
  readExportLines,
} from './lines.repository.ts';
import { createSerialQueue } from './serial-queue.ts';

const compress = promisify(gzip);
/** The fastest level. */
const gzipLevel = { level: 1 };

export type Snapshot = LineFacts & {
  rowCount: number;
  sumCents: bigint;
  byteCount: number;
  sha256: Buffer;
};

/** Throws to stop the export. */
export type OnProgress = (soFar: { rowCount: number; byteCount: number }) => void;

/**
 * Writes the CSV in parts of a few thousand lines, so that memory stays flat, and counts, adds and
 * hashes them. Encoding, compression and the query of the next lines run in parallel.
 */
export async function writeSnapshot(
  trx: Trx,
  firm: FirmScope,
  what: Lines & { exportId: string; onProgress: OnProgress },
): Promise<Snapshot> {
  const facts = await findLineFacts(trx, firm, what);
  const { extras } = facts;
  const hash = createHash('sha256');
  const total = { rowCount: 0, sumCents: 0n, byteCount: 0, position: 0 };
  const write = csvLineEncoder(extras);
  const enqueue = createSerialQueue();
  const keep = async (bytes: Buffer, position: number): Promise<void> => {
    const content = await compress(bytes, gzipLevel);
    await enqueue(() => insertPart(trx, firm, { exportId: what.exportId, position, content }));
  };
  let keeping = Promise.resolve();
  try {
    for await (const lines of readExportLines(trx, firm, { ...what, extras, enqueue })) {
      let text = total.rowCount === 0 ? csvHeader(extras) : '';
      for (const line of lines) {
        const { csv, cents } = write(line);
        text += csv;
        total.sumCents += cents;
      }
      const bytes = Buffer.from(text);
      hash.update(bytes);
      total.rowCount += lines.length;
      total.byteCount += bytes.length;
      what.onProgress(total);
      await keeping;
      keeping = keep(bytes, total.position);
      // The next round awaits it; until then a rejection must not be unhandled.
      keeping.catch(() => {});
      total.position += 1;
    }
  } finally {
    // No statement may come after the transaction has ended.
    await keeping;
  }
  const { rowCount, sumCents, byteCount } = total;
  return { ...facts, rowCount, sumCents, byteCount, sha256: hash.digest() };
}
