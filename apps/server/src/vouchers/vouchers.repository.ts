import type { VoucherKind } from '@recoup/contract/vouchers/rules';
import { sql } from 'kysely';
import type { AllFirmsScope, FirmScope } from '../platform/core/actor.ts';
import type { Db, TableRow, Trx } from '../platform/database/connections.ts';
import { voucherColumns } from '../platform/database/voucher-columns.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { readBytes } from '../platform/database/read-bytes.ts';

/** A stored file, which several records may be linked with. */
export type StoredVoucher = Omit<TableRow<'vouchers'>, 'firmId' | 'kind' | 'linkedAt'> & {
  kind: VoucherKind;
};

/** By the hash of what is stored, or of what came. */
export async function findByHash(
  db: Db,
  firm: FirmScope,
  hash: Buffer,
): Promise<StoredVoucher | undefined> {
  return db
    .selectFrom('vouchers')
    .where('firmId', '=', firm.firmId)
    .where((eb) => eb.or([eb('sha256', '=', hash), eb('receivedSha256', '=', hash)]))
    .select(voucherColumns)
    .$narrowType<{ kind: VoucherKind }>()
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** False if the firm has that content. */
export async function insertVoucher(
  trx: Trx,
  { firmId }: FirmScope,
  { now, ...voucher }: StoredVoucher & { now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('vouchers')
    .values({ ...voucher, firmId, linkedAt: now })
    .onConflict((conflict) => conflict.columns(['firmId', 'sha256']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function insertPiece(
  trx: Trx,
  { firmId }: FirmScope,
  piece: { voucherId: string; place: number; content: Buffer },
): Promise<void> {
  await trx
    .insertInto('voucherPieces')
    .values({ ...piece, firmId })
    .execute();
}

/** Undefined behind the last piece. */
export async function findPiece(
  db: Db,
  firm: FirmScope,
  of: { voucherId: string; place: number },
): Promise<Buffer | undefined> {
  const piece = db
    .selectFrom('voucherPieces')
    .where('firmId', '=', firm.firmId)
    .where('voucherId', '=', of.voucherId)
    .where('place', '=', of.place)
    .select('content');
  return readBytes(db, piece);
}

/**
 * Keeps content from the deletion for another day, before a record is linked with it. False if it
 * is gone.
 */
export async function markLinked(
  trx: Trx,
  firm: FirmScope,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('vouchers')
    .set({ linkedAt: now })
    .where(isFirmRow(firm, id))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Content that no record has been linked with for a day, some at a time. */
export async function deleteUnlinked(db: Db, _: AllFirmsScope, now: Date): Promise<void> {
  await sql`
    delete from vouchers v
    where v.linked_at < ${now}::timestamptz - interval '1 day'
      and (v.firm_id, v.id) in (select o.firm_id, o.id from vouchers o
        where o.linked_at < ${now}::timestamptz - interval '1 day'
          and not exists (select from entry_vouchers e
            where e.firm_id = o.firm_id and e.voucher_id = o.id)
          and not exists (select from account_vouchers a
            where a.firm_id = o.firm_id and a.voucher_id = o.id)
        limit 500)`.execute(db);
}
