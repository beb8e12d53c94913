import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { newId } from '@recoup/contract/ids';
import { type Actor, ownFirm } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { linesAsCsv } from './export-csv.ts';
import { insertExport, listExportLines, type Period } from './exports.repository.ts';

/** The file of everything in the period, entered in the ledger. Throws `nothing_to_export` for an empty period. */
export async function downloadPeriod(
  db: Db,
  actor: Actor,
  period: Period & { now: Date },
): Promise<{ fileName: string; fileContent: string }> {
  const firm = ownFirm(actor);
  return db.transaction().execute(async (trx) => {
    const lines = await listExportLines(trx, firm, period);
    if (lines.length === 0) throw new AppError('nothing_to_export');
    const fileContent = linesAsCsv(lines);
    const number = await insertExport(trx, firm, {
      ...period,
      id: newId(),
      userId: actor.userId,
      rowCount: lines.length,
      sumCents: lines.reduce((sum, line) => sum + line.amountCents, 0),
      sha256: createHash('sha256').update(fileContent).digest(),
      content: gzipSync(fileContent),
    });
    return { fileName: `recoup-export-${number}.csv`, fileContent };
  });
}
