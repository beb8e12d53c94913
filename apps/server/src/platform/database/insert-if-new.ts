import type { InsertResult } from 'kysely';

/** Runs an insert with `onConflict … doNothing()`. False when the row was there already. */
export async function insertIfNew(query: {
  executeTakeFirst(): Promise<InsertResult>;
}): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query.executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
