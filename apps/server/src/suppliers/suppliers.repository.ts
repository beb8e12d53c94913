import { supplierFields, type Supplier } from '@recoup/contract/suppliers/endpoints';
import { sql } from 'kysely';
import { fieldNames } from '../platform/collections/collections.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';

export type SupplierRow = Omit<Supplier, '_id'> & { id: string };

/** The fields that a firm admin sets, which are columns of the table too. */
export const valueNames = fieldNames(supplierFields);

/** By name. */
export async function listSupplierRows(db: Db, firm: FirmScope): Promise<SupplierRow[]> {
  return db
    .selectFrom('suppliers')
    .where('firmId', '=', firm.firmId)
    .select(['id', ...valueNames])
    .orderBy(foldedText(sql`name`))
    .execute();
}

/** Until the transaction ends, no other request adds or changes a supplier of the firm. */
export async function lockSuppliers(trx: Trx, firm: FirmScope): Promise<SupplierRow[]> {
  await lockName(trx, `suppliers ${firm.firmId}`);
  return listSupplierRows(trx, firm);
}

export async function insertSupplier(
  trx: Trx,
  firm: FirmScope,
  supplier: SupplierRow & { createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('suppliers')
    .values({ ...supplier, firmId: firm.firmId })
    .execute();
}

export async function updateSupplierRow(trx: Trx, firm: FirmScope, supplier: SupplierRow) {
  const { id, ...values } = supplier;
  await trx.updateTable('suppliers').set(values).where(isFirmRow(firm, id)).execute();
}
