import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { csvHeader, csvLineEncoder } from './csv-lines.ts';
import { type Lines, insertPart, readExportLines } from './lines.repository.ts';
import { createSerialQueue } from './serial-queue.ts';

const compress = promisify(gzip);
/** The fastest level: a part is read far more often than it is weighed. */
const gzipLevel = { level: 1 };

export type Snapshot = { rowCount: number; sumCents: bigint; byteCount: number; sha256: Buffer };

/** Throws when it need not go on, by what there is so far. */
export type OnProgress = (soFar: { rowCount: number; byteCount: number }) => void;

/**
 * Writes the CSV of the lines into parts, a few thousand lines each, and counts, adds and hashes on the way: memory stays flat however
 * many there are. While a part is made, the one before is compressed and the database gathers the next lines.
 */
export async function writeSnapshot(
  trx: Trx,
  firm: FirmScope,
  what: Lines & { exportId: string; onProgress: OnProgress },
): Promise<Snapshot> {
  const hash = createHash('sha256');
  const total = { rowCount: 0, sumCents: 0n, byteCount: 0, position: 0 };
  const write = csvLineEncoder();
  const inTurn = createSerialQueue();
  const keep = async (bytes: Buffer, position: number): Promise<void> => {
    const content = await compress(bytes, gzipLevel);
    await inTurn(() => insertPart(trx, firm, { exportId: what.exportId, position, content }));
  };
  let keeping = Promise.resolve();
  try {
    for await (const lines of readExportLines(trx, firm, { ...what, inTurn })) {
      let text = total.rowCount === 0 ? csvHeader : '';
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
      // It is awaited with the next part; a fault in between must not go unheard.
      keeping.catch(() => {});
      total.position += 1;
    }
  } finally {
    // No statement may come after the transaction has ended.
    await keeping;
  }
  const { rowCount, sumCents, byteCount } = total;
  return { rowCount, sumCents, byteCount, sha256: hash.digest() };
}
