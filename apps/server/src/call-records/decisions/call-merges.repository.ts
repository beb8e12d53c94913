import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';

export type MergePeriod = { from: string; to: string; attorney: string | undefined };

/** Once; the first call of a merge adds it. */
export async function insertCallMerge(
  trx: Trx,
  firm: FirmScope,
  { id, from, to, attorney, by, now }: MergePeriod & { id: string; by: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('callMerges')
    .values({
      firmId: firm.firmId,
      id,
      fromDate: from,
      toDate: to,
      attorneyId: attorney ?? null,
      createdAt: now,
      createdBy: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The calls of a merge that are merged still; undefined for no merge of that id and user. */
export async function listMergedCalls(
  db: Db,
  firm: FirmScope,
  { id, createdBy }: { id: string; createdBy: string | undefined },
): Promise<string[] | undefined> {
  const merge = await db
    .selectFrom('callMerges')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .$if(createdBy !== undefined, (query) => query.where('createdBy', '=', createdBy ?? ''))
    .select('id')
    .executeTakeFirst();
  if (!merge) return undefined;
  const calls = await db
    .selectFrom('callRecords')
    .where('firmId', '=', firm.firmId)
    .where('mergeId', '=', id)
    .where('entryId', 'is not', null)
    .select('id')
    .orderBy('startedAt')
    .execute();
  return calls.map((call) => call.id);
}
