import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';

/** In cents: the cap of a matter, and the sum of all its entries. */
type CapUse = { capCents: number; recordedCents: bigint };

/** The sums of all entries of these matters, in cents; none for a matter without entries. */
export async function sumEntries(
  db: Db,
  firm: FirmScope,
  matterIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (matterIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where('matterId', 'in', matterIds)
    .select(['matterId', sql<string>`sum(amount_cents)`.as('cents')])
    .groupBy('matterId')
    .execute();
  return new Map(rows.map(({ matterId, cents }) => [matterId, BigInt(cents)]));
}

/** Undefined without a cap, also for an unknown matter. */
export async function findCapUse(
  db: Db,
  firm: FirmScope,
  matterId: string,
): Promise<CapUse | undefined> {
  const row = await selectMatter(db, firm, matterId)
    .where('capCents', 'is not', null)
    .select('capCents')
    .executeTakeFirst();
  if (!row || row.capCents === null) return undefined;
  const sums = await sumEntries(db, firm, [matterId]);
  return { capCents: row.capCents, recordedCents: sums.get(matterId) ?? 0n };
}

/**
 * Until the transaction ends, others that record on the matter wait, so that each counts the
 * entries of the ones before. Not a lock of the row: an import holds that for minutes.
 */
export async function lockCapUse(trx: Trx, matterId: string): Promise<void> {
  await lockName(trx, `cap ${matterId}`);
}

export async function hasCap(db: Db, firm: FirmScope, matterId: string): Promise<boolean> {
  const row = await selectMatter(db, firm, matterId)
    .where('capCents', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the details that a firm admin may change; undefined for an unknown matter. */
export async function lockDetails(trx: Trx, firm: FirmScope, matterId: string) {
  return selectMatter(trx, firm, matterId)
    .select(['capCents', 'phones'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The version stays: it is that of the file of matters. */
export async function updateCap(
  trx: Trx,
  firm: FirmScope,
  { matterId, capCents }: { matterId: string; capCents: number | null },
): Promise<void> {
  await trx.updateTable('matters').set({ capCents }).where(isFirmRow(firm, matterId)).execute();
}

/** A file of matters may hold them too, so an import before this can no longer be undone. */
export async function updatePhones(
  trx: Trx,
  firm: FirmScope,
  { matterId, phones, now }: { matterId: string; phones: string[]; now: Date },
): Promise<void> {
  await trx
    .updateTable('matters')
    .set({ phones, updatedAt: now })
    .where(isFirmRow(firm, matterId))
    .execute();
}

function selectMatter(db: Db, firm: FirmScope, matterId: string) {
  return db.selectFrom('matters').where(isFirmRow(firm, matterId));
}
