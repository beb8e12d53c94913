import {
  disbursementFields,
  type DisbursementType as PricedType,
} from '@recoup/contract/disbursements/endpoints';
import { sql } from 'kysely';
import type { VatTreatment } from '@recoup/contract/vat/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { insertIfNew } from '../platform/database/insert-if-new.ts';
import {
  contains,
  foldedText,
  type PageQuery,
  findPage,
} from '../platform/database/pagination-and-search.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { fieldNames } from '../platform/collections/collections.ts';

/** A type without its unit prices, which have a table of their own. */
export type DisbursementType = Omit<PricedType, 'unitPrice' | 'nextUnitPrice'>;
type Filter = { active?: boolean | undefined; search?: string | undefined };
type Row = Omit<DisbursementType, '_id' | 'firm'> & { id: string };

/** The fields that a firm admin sets, which are columns of the table too. */
export const valueNames = fieldNames(disbursementFields);

/** A page of the firm's types by title, and how many there are in all. */
export async function listDisbursementTypes(db: Db, firm: FirmScope, query: Filter & PageQuery) {
  const byTitle = selectTypes(db, firm, query).orderBy(foldedText(sql`title`)).orderBy('id');
  const { rows, count } = await findPage(byTitle, query);
  return { data: rows.map((row) => toType(firm, row)), count };
}

export async function findDisbursementType(db: Db, firm: FirmScope, id: string) {
  const row = await selectTypes(db, firm, {}).where('id', '=', id).executeTakeFirst();
  return row ? toType(firm, row) : undefined;
}

/** As `findDisbursementType`, locked until the transaction ends. */
export async function lockDisbursementType(trx: Trx, firm: FirmScope, id: string) {
  const row = await selectTypes(trx, firm, {}).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toType(firm, row) : undefined;
}

/** The titles of the firm's types, for `assertNameIsFree`. */
export async function listTitles(db: Db, firm: FirmScope) {
  const types = db.selectFrom('disbursementTypes').where('firmId', '=', firm.firmId);
  return types.select(['id', 'title as name']).execute();
}

/** False when the firm has a type of that title or id. */
export async function insertDisbursementType(db: Db, firm: FirmScope, type: Omit<Row, 'version'>) {
  return insertIfNew(
    db
      .insertInto('disbursementTypes')
      .values({ ...type, firmId: firm.firmId })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export async function updateDisbursementTypeRow(trx: Trx, firm: FirmScope, type: Row) {
  const { id, ...values } = type;
  await trx.updateTable('disbursementTypes').set(values).where(isFirmRow(firm, id)).execute();
}

function selectTypes(db: Db, firm: FirmScope, { active, search }: Filter) {
  let query = db
    .selectFrom('disbursementTypes')
    .where('firmId', '=', firm.firmId)
    .select(['id', ...valueNames, 'version'])
    .$narrowType<{ vat: VatTreatment }>();
  if (active !== undefined) query = query.where('active', '=', active);
  return search === undefined || search === '' ? query : query.where(contains(sql`title`, search));
}

function toType(firm: FirmScope, { id, ...row }: Row): DisbursementType {
  return { _id: id, ...row, firm: firm.firmId };
}
