import { findValidOn, holdsFrom } from '@recoup/contract/call-fees/validity';
import {
  maxUnitPricesOfFirm,
  type DatedUnitPrice,
  maxUnitPricesOfType,
} from '@recoup/contract/disbursements/unit-prices';
import { toCents, toRand } from '@recoup/contract/core/money';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { type AppError, invalidField } from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { wasValidOn } from '../platform/core/was-valid-on.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  countLiveUnitPrices,
  findUnitPriceById,
  findValidUnitPrice,
  type KnownUnitPrice,
  insertUnitPrice,
  listLiveUnitPrices,
  listUnitPriceHistory,
  supersedeUnitPrices,
} from './unit-prices.repository.ts';

/** The price of one item on a day; undefined where the amount is typed. */
export async function findUnitPriceOn(
  db: Db,
  firm: FirmScope,
  of: { disbursementTypeId: string; day: string },
): Promise<{ id: string; cents: number } | undefined> {
  const price = await findValidUnitPrice(db, firm, of);
  return price && price.cents !== null ? { id: price.id, cents: price.cents } : undefined;
}

/**
 * The price of that id, if it was the one of the type's day at some time in the last 31 days, so
 * that a device may have shown it.
 */
export async function findShownUnitPrice(
  db: Db,
  firm: FirmScope,
  of: { id: string; disbursementTypeId: string; day: string; now: Date },
): Promise<{ id: string; cents: number } | undefined> {
  const prices = await listUnitPriceHistory(db, firm, of.disbursementTypeId);
  const unitPrice = prices.find(({ _id }) => _id === of.id)?.unitPrice ?? null;
  if (unitPrice === null || !wasValidOn(prices, of)) return undefined;
  return { id: of.id, cents: toCents(unitPrice) };
}

/** The unit price of an entry, live or replaced; never deleted. */
export async function getUnitPrice(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<KnownUnitPrice & { cents: number }> {
  const price = await findUnitPriceById(db, firm, id);
  if (!price || price.cents === null) throw new Error('an entry names a missing unit price');
  return { ...price, cents: price.cents };
}

/** The live prices of all types, or of some, by type and day. */
export async function listUnitPrices(
  db: Db,
  firm: FirmScope,
  typeIds?: readonly string[],
): Promise<(DatedUnitPrice & { disbursementType: string })[]> {
  const prices = await listLiveUnitPrices(db, firm, typeIds);
  return prices.map(({ disbursementTypeId: disbursementType, validFrom, cents }) => ({
    disbursementType,
    validFrom,
    unitPrice: toRandOrNull(cents),
  }));
}

type Change = {
  typeId: string;
  isFixed: boolean;
  /** Rand; absent, the price stays unless the type is no longer fixed. */
  unitPrice?: number | null | undefined;
  unitPriceFrom?: string | undefined;
};

/**
 * Saves a unit price from a day on. Returns what the audit log has about it, nothing for the same
 * price again. The caller has locked the type. Throws `invalid_input` for a price of a type that is
 * not fixed, and beyond the bounds.
 */
export async function changeUnitPrice(
  trx: Trx,
  by: AuditContext,
  { typeId, isFixed, ...change }: Change,
): Promise<Record<string, unknown>> {
  const today = southAfricanDay(by.now);
  if (!isFixed) {
    if (typeof change.unitPrice === 'number')
      throw invalidPrice('Only a fixed type has a unit price.');
    return endUnitPrices(trx, by, { typeId, today });
  }
  if (change.unitPrice === undefined) return {};
  const cents = change.unitPrice === null ? null : toCents(change.unitPrice);
  const validFrom = change.unitPriceFrom ?? today;
  const details = await saveUnitPrice(trx, by, { typeId, cents, validFrom });
  await requireWithinBounds(trx, requireFirmScope(by.actor), typeId);
  return details;
}

/** Whether a type has the unit price of a request that created it. */
export async function hasUnitPrice(
  db: Db,
  firm: FirmScope,
  of: { typeId: string; unitPrice: number | null; validFrom: string | undefined; today: string },
): Promise<boolean> {
  const prices = await listLiveUnitPrices(db, firm, [of.typeId]);
  const cents = of.unitPrice === null ? null : toCents(of.unitPrice);
  if (cents === null) return prices.every((price) => price.cents === null);
  const saved =
    of.validFrom === undefined
      ? findValidOn(prices, of.today)
      : prices.find(({ validFrom }) => validFrom === of.validFrom);
  return saved?.cents === cents;
}

type New = { typeId: string; cents: number | null; validFrom: string };

async function saveUnitPrice(trx: Trx, by: AuditContext, { typeId, cents, validFrom }: New) {
  const firm = requireFirmScope(by.actor);
  const of = { disbursementTypeId: typeId, day: validFrom };
  const valid = await findValidUnitPrice(trx, firm, of);
  const before = valid?.cents ?? null;
  if (holdsFrom(valid, validFrom) && before === cents) return {};
  await supersedeUnitPrices(trx, firm, { ...of, andLater: false, now: by.now });
  const details = {
    unitPrice: [toRandOrNull(before), toRandOrNull(cents)],
    unitPriceFrom: validFrom,
  };
  const rest = await findValidUnitPrice(trx, firm, of);
  // As before that day: a copy would end a later change of the price before it.
  if (holdsFrom(rest, validFrom) && (rest?.cents ?? null) === cents) return details;
  const author = { createdBy: by.actor.userId, now: by.now };
  await insertUnitPrice(trx, firm, { disbursementTypeId: typeId, validFrom, cents, ...author });
  return details;
}

/** No unit price from today on: coming ones are taken back. */
async function endUnitPrices(
  trx: Trx,
  by: AuditContext,
  { typeId, today }: { typeId: string; today: string },
): Promise<Record<string, unknown>> {
  const firm = requireFirmScope(by.actor);
  const live = await listLiveUnitPrices(trx, firm, [typeId]);
  const ended = live.filter(({ validFrom }) => validFrom > today);
  const tomorrowOn = { disbursementTypeId: typeId, day: ended[0]?.validFrom ?? today };
  if (ended.length > 0)
    await supersedeUnitPrices(trx, firm, { ...tomorrowOn, andLater: true, now: by.now });
  const saved = await saveUnitPrice(trx, by, { typeId, cents: null, validFrom: today });
  if (ended.length === 0) return saved;
  const withdrawn = ended.map(({ validFrom, cents }) => ({
    validFrom,
    unitPrice: toRandOrNull(cents),
  }));
  return { ...saved, withdrawnUnitPrices: withdrawn };
}

async function requireWithinBounds(trx: Trx, firm: FirmScope, typeId: string): Promise<void> {
  const { ofType, ofFirm } = await countLiveUnitPrices(trx, firm, typeId);
  if (ofType > maxUnitPricesOfType)
    throw invalidPrice('A type has at most 1 000 unit prices. Please change an existing one.');
  if (ofFirm > maxUnitPricesOfFirm)
    throw invalidPrice('A firm has at most 10 000 unit prices. Please change an existing one.');
}

function toRandOrNull(cents: number | null): number | null {
  return cents === null ? null : toRand(cents);
}

function invalidPrice(message: string): AppError {
  return invalidField('unitPrice', message);
}
