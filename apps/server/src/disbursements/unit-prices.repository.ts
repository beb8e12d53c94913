import { newId } from '@recoup/contract/core/ids';
import { toRand } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';

/** `cents` is null from a day on which there is no unit price. */
export type LiveUnitPrice = { disbursementTypeId: string; validFrom: string; cents: number | null };
export type KnownUnitPrice = Omit<LiveUnitPrice, 'disbursementTypeId'> & {
  until: string | null;
  replacedAt: Date | null;
};
type OfDay = { disbursementTypeId: string; day: string };

/** The price of a day: as `findValidOn` of the contract, in one row. */
export async function findValidUnitPrice(
  db: Db,
  firm: FirmScope,
  { disbursementTypeId, day }: OfDay,
): Promise<{ id: string; cents: number | null; validFrom: string } | undefined> {
  return selectLivePrices(db, firm)
    .where('disbursementTypeId', '=', disbursementTypeId)
    .select(['id', 'cents', 'validFrom'])
    .orderBy(sql`valid_from <= ${day}::date`, 'desc')
    .orderBy(sql`abs(valid_from - ${day}::date)`)
    .limit(1)
    .executeTakeFirst();
}

/** A price, live or replaced. `until` is the day before the next one in either case. */
export async function findUnitPriceById(db: Db, firm: FirmScope, id: string) {
  return db
    .selectFrom('unitPrices')
    .where(isFirmRow(firm, id))
    .select(['cents', 'validFrom', dayBeforeNext.as('until'), 'replacedAt'])
    .executeTakeFirst();
}

/** The live prices of types, or of all types, by day. */
export async function listLiveUnitPrices(db: Db, firm: FirmScope, typeIds?: readonly string[]) {
  if (typeIds?.length === 0) return [];
  let query = selectLivePrices(db, firm);
  if (typeIds) query = query.where('disbursementTypeId', 'in', typeIds);
  return query
    .select(['disbursementTypeId', 'validFrom', 'cents'])
    .orderBy('disbursementTypeId')
    .orderBy('validFrom')
    .execute();
}

/** All prices of a type, live and replaced, the last one first. */
export async function listUnitPriceHistory(db: Db, firm: FirmScope, typeId: string) {
  const rows = await db
    .selectFrom('unitPrices')
    .innerJoin('users as author', 'author.id', 'unitPrices.createdBy')
    .where('unitPrices.firmId', '=', firm.firmId)
    .where('disbursementTypeId', '=', typeId)
    .select(['unitPrices.id', 'validFrom', until.as('until'), 'cents'])
    .select(['unitPrices.createdAt', 'author.name as createdBy', 'replacedAt'])
    .orderBy('validFrom', 'desc')
    .orderBy('replacedAt', (order) => order.desc().nullsFirst())
    .orderBy('unitPrices.createdAt', 'desc')
    .orderBy('unitPrices.id', 'desc')
    .execute();
  return rows.map(({ id, cents, createdAt, replacedAt, ...row }) => ({
    ...row,
    _id: id,
    unitPrice: cents === null ? null : toRand(cents),
    createdAt: createdAt.toISOString(),
    replacedAt: replacedAt?.toISOString() ?? null,
  }));
}
export async function countLiveUnitPrices(db: Db, firm: FirmScope, typeId: string) {
  return selectLivePrices(db, firm)
    .select((eb) => [
      eb.fn.countAll<number>().as('ofFirm'),
      eb.fn.countAll<number>().filterWhere('disbursementTypeId', '=', typeId).as('ofType'),
    ])
    .executeTakeFirstOrThrow();
}

/** Replaces the price that begins on the day; with `andLater` also those that begin later. */
export async function supersedeUnitPrices(
  trx: Trx,
  firm: FirmScope,
  of: OfDay & { andLater: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('unitPrices')
    .set({ replacedAt: of.now })
    .where('firmId', '=', firm.firmId)
    .where('disbursementTypeId', '=', of.disbursementTypeId)
    .where('replacedAt', 'is', null)
    .where('validFrom', of.andLater ? '>=' : '=', of.day)
    .execute();
}

export async function insertUnitPrice(
  trx: Trx,
  firm: FirmScope,
  { now, ...price }: LiveUnitPrice & { createdBy: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('unitPrices')
    .values({ ...price, id: newId(now.getTime()), firmId: firm.firmId, createdAt: now })
    .execute();
}

/** The day before the next live price; null for the last price, and for a replaced one. */
const dayBeforeNext = sql<string | null>`(select min(next.valid_from) - 1 from unit_prices next
  where next.firm_id = unit_prices.firm_id
    and next.disbursement_type_id = unit_prices.disbursement_type_id
    and next.valid_from > unit_prices.valid_from and next.replaced_at is null)`;
const until = sql<string | null>`case when unit_prices.replaced_at is null
  then ${dayBeforeNext} end`;

function selectLivePrices(db: Db, firm: FirmScope) {
  return db
    .selectFrom('unitPrices')
    .where('firmId', '=', firm.firmId)
    .where('replacedAt', 'is', null);
}
