import type { PostingTotal } from '@recoup/contract/exports/endpoints';
import { toRandTotal } from '@recoup/contract/core/money';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';

/** The control totals of the posting files of the given exports, the latest file first. */
export async function listPostingTotals(
  db: Db,
  firm: FirmScope,
  exportIds: readonly string[],
): Promise<(PostingTotal & { exportId: string })[]> {
  const rows = await db
    .selectFrom('postingFiles')
    .innerJoin('users', 'users.id', 'postingFiles.createdBy')
    .where('postingFiles.firmId', '=', firm.firmId)
    .where('postingFiles.exportId', 'in', exportIds)
    .select(['exportId', 'layout', 'layoutName', 'rowCount', 'sumCents', 'vatCents'])
    .select(['postingFiles.createdAt', 'createdBy', 'users.name as userName'])
    .orderBy('postingFiles.createdAt', 'desc')
    .orderBy('layout')
    .execute();
  return rows.map((row) => ({
    exportId: row.exportId,
    layout: row.layout,
    name: row.layoutName,
    rows: row.rowCount,
    sum: toRandTotal(BigInt(row.sumCents)),
    ...(row.vatCents !== null && { vat: toRandTotal(BigInt(row.vatCents)) }),
    by: { _id: row.createdBy, name: row.userName },
    createdAt: row.createdAt.toISOString(),
  }));
}
