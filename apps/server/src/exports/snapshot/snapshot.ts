import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import type { CopyOut } from '../../platform/database/copy-out.ts';
import { csvHeader, csvLineEncoder } from './csv-lines.ts';
import { copyExportLines, findLineFacts, type LineFacts, type Lines } from './lines.repository.ts';
import type { PartStore } from './part-store.ts';

const compress = promisify(gzip);
/** The fastest level. */
const gzipLevel = { level: 1 };

export type Snapshot = LineFacts & { sumCents: bigint; byteCount: number; sha256: Buffer };

/** Each throws to stop the export. */
export type Watching = {
  /** Before the lines are read. */
  onFacts?: (facts: LineFacts) => Promise<void>;
  onProgress: (soFar: { rowCount: number; byteCount: number }) => void;
  /** The store has this part, and with it so many lines. */
  onPart?: (csv: Buffer, rowCount: number) => void;
};

export type Writing = { trx: Trx; copyOut: CopyOut; store: PartStore };

/**
 * Writes the CSV into the store in parts of some thousand lines, so that memory stays flat, and
 * counts, adds and hashes them. PostgreSQL sends lines while others are encoded and compressed.
 */
export async function writeSnapshot(
  { trx, copyOut, store }: Writing,
  firm: FirmScope,
  what: Lines & Watching,
): Promise<Snapshot> {
  const facts = await findLineFacts(trx, firm, what);
  await what.onFacts?.(facts);
  const { extras } = facts;
  const hash = createHash('sha256');
  const total = { rowCount: 0, sumCents: 0n, byteCount: 0 };
  const write = csvLineEncoder(extras);
  const keep = async (csv: Buffer, rowCount: number): Promise<void> => {
    await store.add(await compress(csv, gzipLevel));
    what.onPart?.(csv, rowCount);
  };
  let keeping = Promise.resolve();
  try {
    for await (const lines of copyExportLines({ trx, copyOut }, firm, { ...what, extras })) {
      let text = total.rowCount === 0 ? csvHeader(extras) : '';
      for (const line of lines) {
        const { csv, cents } = write(line);
        text += csv;
        total.sumCents += cents;
      }
      const csv = Buffer.from(text);
      hash.update(csv);
      total.rowCount += lines.length;
      total.byteCount += csv.length;
      what.onProgress(total);
      await keeping;
      keeping = keep(csv, total.rowCount);
      // The next round awaits it; until then a rejection must not be unhandled.
      keeping.catch(() => {});
    }
  } finally {
    // Nothing is added to a store that its owner has closed.
    await keeping;
  }
  return { ...facts, ...total, sha256: hash.digest() };
}
