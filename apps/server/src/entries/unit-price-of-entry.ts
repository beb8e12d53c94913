import type { EntryPrice } from '@recoup/contract/entries/endpoints';
import { unitPriceSentence } from '@recoup/contract/entries/rules';
import {
  findShownUnitPrice,
  findUnitPriceOn,
  getUnitPrice,
} from '../disbursements/unit-prices.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import type { EntryRow } from './entries.repository.ts';

/** The prices that a device showed for the entry, and the moment at which the entry arrived. */
export type Shown = {
  scheduleId: string | undefined;
  unitPriceId: string | undefined;
  now: Date;
};
type Basis = Pick<EntryRow, 'disbursementTypeId' | 'date' | 'quantity'>;

/** Quantity × the unit price that a device showed or of the entry's day; undefined without one. */
export async function priceByUnitPrice(
  db: Db,
  firm: FirmScope,
  { disbursementTypeId, date, quantity }: Basis,
  { unitPriceId: id, now }: Partial<Shown> = {},
): Promise<{ unitPriceId: string; amountCents: number } | undefined> {
  const of = { disbursementTypeId, day: date };
  const kept = id && now && (await findShownUnitPrice(db, firm, { ...of, id, now }));
  const price = kept || (await findUnitPriceOn(db, firm, of));
  return price && { unitPriceId: price.id, amountCents: price.cents * (quantity ?? 1) };
}

/** Whether another unit price is valid on the corrected day than on the earlier one. */
export async function hasOtherUnitPrice(
  db: Db,
  firm: FirmScope,
  { before, after }: { before: EntryRow; after: Basis },
): Promise<boolean> {
  const { disbursementTypeId } = after;
  const [earlier, later] = await Promise.all(
    [before.date, after.date].map((day) => findUnitPriceOn(db, firm, { disbursementTypeId, day })),
  );
  return earlier?.id !== later?.id;
}

/** Quantity × the unit price that the entry was recorded with. */
export async function priceByOwnUnitPrice(
  db: Db,
  firm: FirmScope,
  { unitPriceId, quantity }: { unitPriceId: string; quantity: number | null },
): Promise<number> {
  return (await getUnitPrice(db, firm, unitPriceId)).cents * (quantity ?? 1);
}

export async function explainUnitPrice(
  db: Db,
  firm: FirmScope,
  { unitPriceId, quantity }: { unitPriceId: string; quantity: number | null },
): Promise<EntryPrice> {
  const { cents, validFrom, until, replacedAt } = await getUnitPrice(db, firm, unitPriceId);
  return {
    kind: 'unit',
    why: unitPriceSentence({ unitCents: cents, quantity: quantity ?? 1, validFrom }),
    callFees: [],
    row: null,
    thereafterRow: null,
    from: validFrom,
    until,
    replacedOn: replacedAt && southAfricanDay(replacedAt),
  };
}
