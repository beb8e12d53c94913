import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FirmScope } from '../platform/actor.ts';
import type { Trx } from '../platform/db.ts';
import { csvHeader, csvLine } from './export-lines.ts';
import { type Lines, insertPart, readExportLines } from './export-lines.repository.ts';

const compress = promisify(gzip);
/** The fastest level: a part is read far more often than it is weighed. */
const gzipLevel = { level: 1 };

export type Snapshot = { readonly rowCount: number; readonly sumCents: number; readonly byteCount: number; readonly sha256: Buffer };

/**
 * Writes the CSV of the lines into parts, a few thousand lines each, and counts, adds and hashes on the way:
 * memory stays flat however many there are. A part is compressed while the next one is read.
 */
export async function writeSnapshot(trx: Trx, firm: FirmScope, what: Lines & { exportId: string }): Promise<Snapshot> {
  const hash = createHash('sha256');
  const total = { rowCount: 0, sumCents: 0, byteCount: 0, position: 0 };
  let writing: Promise<Buffer> | undefined;
  const finishPart = async (): Promise<void> => {
    if (writing === undefined) return;
    await insertPart(trx, firm, { exportId: what.exportId, position: total.position, content: await writing });
    total.position += 1;
  };
  for await (const lines of readExportLines(trx, firm, what)) {
    const text = (total.rowCount === 0 ? csvHeader : '') + lines.map(csvLine).join('');
    const bytes = Buffer.from(text);
    hash.update(bytes);
    total.rowCount += lines.length;
    total.byteCount += bytes.length;
    for (const { amountCents } of lines) total.sumCents += amountCents;
    await finishPart();
    writing = compress(bytes, gzipLevel);
  }
  await finishPart();
  const { rowCount, sumCents, byteCount } = total;
  return { rowCount, sumCents, byteCount, sha256: hash.digest() };
}
