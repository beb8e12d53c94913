import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { explainPrice } from '@recoup/contract/call-fees/rules';
import { type EntryPrice, tooMuch } from '@recoup/contract/entries/endpoints';
import { priceSentence, unitPriceSentence } from '@recoup/contract/entries/rules';
import { formatRand, maxEntryCents, toCents, toRand } from '@recoup/contract/core/money';
import {
  getSchedule,
  findScheduleOn,
  priceByCallFees,
  priceBySchedule,
  isKnownForDay,
} from '../call-fees/call-fees.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { type AppError, invalidField } from '../platform/core/app-error.ts';
import type { EntryRow } from './entries.repository.ts';
import { isSameKind, type Kind } from './entry-rules.service.ts';
import {
  findShownUnitPrice,
  findUnitPriceOn,
  getUnitPrice,
} from '../disbursements/unit-prices.service.ts';
import { splitVat, type EntryVat, type VatTreatment } from '@recoup/contract/vat/rules';
import { getDisbursementType } from '../disbursements/disbursements.service.ts';
import { chargedVat, vatOnOtherDay } from '../vat/vat.service.ts';

export type Price = Pick<EntryRow, 'scheduleId' | 'unitPriceId' | 'amountCents'>;
/** `amount` in Rand, for each item. */
export type PriceBasis = Pick<
  EntryRow,
  'attorneyId' | 'disbursementTypeId' | 'date' | 'happenedOn' | 'minutes' | 'quantity'
> & { amount: number | undefined };

type Days = Pick<EntryRow, 'date' | 'happenedOn'>;

/** The day whose prices and VAT rate an entry has. */
export function priceDay({ date, happenedOn }: Days): string {
  return happenedOn ?? date;
}

/**
 * Call fees of the attorney for the type on the day of the entry decide alone, then the type's unit
 * price of that day, also against an amount that was sent. Without them the amount is required, and
 * counts for each item (product.md, "Pricing an entry"; product-2.md, section 1). The price that a
 * device showed stays, if its schedule or unit price was the one of that day a short time ago.
 */
export async function priceEntry(
  db: Db,
  firm: FirmScope,
  basis: PriceBasis,
  shown?: Shown,
): Promise<Price> {
  const asShown = await priceAsShown(db, firm, basis, shown);
  if (asShown) return asShown;
  const call = { ...basis, day: priceDay(basis), minutes: basis.minutes ?? 0 };
  const priced = await priceByCallFees(db, firm, call);
  if (!priced) return (await priceByUnit(db, firm, basis, shown)) ?? priceByAmount(basis);
  if (basis.minutes === null) throw minutesMissing();
  return { ...priced, unitPriceId: null, amountCents: withinBound(priced.amountCents, 'minutes') };
}

async function priceAsShown(
  db: Db,
  firm: FirmScope,
  basis: PriceBasis,
  { scheduleId, now }: Partial<Shown> = {},
): Promise<Price | undefined> {
  const [minutes, day] = [basis.minutes, priceDay(basis)];
  if (scheduleId === undefined || now === undefined || minutes === null) return undefined;
  if (!(await isKnownForDay(db, firm, { ...basis, scheduleId, day, now }))) return undefined;
  // One that ended the call fees shows no price.
  if ((await getSchedule(db, firm, scheduleId)).bands.length === 0) return undefined;
  const cents = await priceBySchedule(db, firm, { scheduleId, minutes });
  return { scheduleId, unitPriceId: null, amountCents: withinBound(cents, 'minutes') };
}

/**
 * The price after a correction (docs/decisions/0020): an entry stays priced as it was recorded,
 * by its call fees, a unit price or an amount; another attorney or type makes it a new entry, and
 * so does a day on which other call fees or another unit price are valid than on the day before.
 */
export async function repriceEntry(
  db: Db,
  firm: FirmScope,
  change: { before: EntryRow; after: PriceBasis; shown?: Shown },
): Promise<Price> {
  const { before, after, shown } = change;
  if (before.supplierAccountId !== null)
    return {
      scheduleId: null,
      unitPriceId: null,
      amountCents: correctedAmountCents(before, after),
    };
  if (!isSameKind(before, after) || (await hasOtherPrice(db, firm, change)))
    return priceEntry(db, firm, after, shown);
  const { scheduleId, unitPriceId, amountCents } = before;
  if (unitPriceId !== null) return { ...(await correctedUnitPrice(db, firm, change)), unitPriceId };
  if (scheduleId === null)
    return { scheduleId, unitPriceId, amountCents: correctedAmountCents(before, after) };
  if (after.minutes === before.minutes) return { scheduleId, unitPriceId, amountCents };
  if (after.minutes === null) throw minutesMissing();
  const cents = await priceBySchedule(db, firm, { scheduleId, minutes: after.minutes });
  return { scheduleId, unitPriceId, amountCents: withinBound(cents, 'minutes') };
}

/** An entry keeps its unit price; an amount that was sent is ignored. */
async function correctedUnitPrice(
  db: Db,
  firm: FirmScope,
  { before, after }: { before: EntryRow; after: PriceBasis },
): Promise<Pick<Price, 'scheduleId' | 'amountCents'>> {
  const { scheduleId, unitPriceId, amountCents } = before;
  const { quantity } = after;
  if (unitPriceId === null || quantity === before.quantity) return { scheduleId, amountCents };
  const cents = await priceByOwnUnitPrice(db, firm, { unitPriceId, quantity });
  return { scheduleId, amountCents: withinBound(cents, 'quantity') };
}

async function priceByUnit(
  db: Db,
  firm: FirmScope,
  basis: PriceBasis,
  shown?: Shown,
): Promise<Price | undefined> {
  const priced = await priceByUnitPrice(db, firm, basis, shown);
  if (!priced) return undefined;
  const amountCents = withinBound(priced.amountCents, 'quantity');
  return { ...priced, scheduleId: null, amountCents };
}

/** Whether the corrected day has another price than the day before. */
async function hasOtherPrice(
  db: Db,
  firm: FirmScope,
  change: { before: EntryRow; after: PriceBasis },
): Promise<boolean> {
  const { before, after } = change;
  if (priceDay(after) === priceDay(before)) return false;
  if (before.scheduleId !== null) return hasOtherSchedule(db, firm, change);
  if (await hasOtherUnitPrice(db, firm, change)) return true;
  return before.unitPriceId !== null && hasOtherSchedule(db, firm, change);
}

/** Whether other call fees are valid on the corrected day than on the day before. */
async function hasOtherSchedule(
  db: Db,
  firm: FirmScope,
  { before, after }: { before: EntryRow; after: PriceBasis },
): Promise<boolean> {
  const [one, other] = [
    await findScheduleOn(db, firm, { ...before, day: priceDay(before) }),
    await findScheduleOn(db, firm, { ...after, day: priceDay(after) }),
  ];
  return one?.id !== other?.id;
}
function correctedAmountCents(before: EntryRow, after: PriceBasis): number {
  const each = before.amountCents / (before.quantity ?? 1);
  const isSameAmount = after.amount === undefined || toCents(after.amount) === each;
  if (isSameAmount && after.quantity === before.quantity) return before.amountCents;
  const amount = after.amount ?? (Number.isInteger(each) ? toRand(each) : undefined);
  return priceByAmount({ ...after, amount }).amountCents;
}

/** Throws `invalid_input` without an amount. */
export function priceByAmount({
  amount,
  quantity,
}: Pick<PriceBasis, 'amount' | 'quantity'>): Price {
  if (amount === undefined) throw amountMissing();
  return {
    scheduleId: null,
    unitPriceId: null,
    amountCents: withinBound(toCents(amount) * (quantity ?? 1), 'amount'),
  };
}

export async function explainEntry(db: Db, firm: FirmScope, entry: EntryRow): Promise<EntryPrice> {
  const { unitPriceId, quantity } = entry;
  if (unitPriceId !== null) return explainUnitPrice(db, firm, { unitPriceId, quantity });
  const schedule =
    entry.scheduleId === null ? undefined : await getSchedule(db, firm, entry.scheduleId);
  if (!schedule || entry.minutes === null) return enteredPrice(entry);
  const explanation = explainPrice(schedule.bands, entry.minutes);
  return {
    kind: explanation.kind,
    why: priceSentence(explanation),
    callFees: schedule.bands.map((band) => ({
      disbursementType: entry.disbursementTypeId,
      ...toFeeRow(band),
    })),
    row: explanation.row,
    thereafterRow: explanation.kind === 'thereafter' ? explanation.thereafterRow : null,
    from: schedule.validFrom,
    until: schedule.until,
    replacedOn: schedule.replacedAt && southAfricanDay(schedule.replacedAt),
  };
}

/** A reversal has no price of its own. */
export function explainReversal(entry: EntryRow): EntryPrice {
  const { amountCents } = entry;
  const [own, other] = [formatRand(amountCents), formatRand(-amountCents)];
  const why = `${own}: takes back ${other} of another entry.`;
  return { ...enteredPrice(entry), kind: 'reversal', why };
}

function enteredPrice({ amountCents, quantity }: EntryRow): EntryPrice {
  const each = amountCents / (quantity ?? 1);
  const isCounted = quantity !== null && quantity > 1 && Number.isInteger(each);
  const sum = isCounted ? `${quantity} × ${formatRand(each)}` : 'amount entered by hand';
  return {
    kind: 'given',
    why: `${formatRand(amountCents)}: ${sum} (no call fees).`,
    callFees: [],
    row: null,
    thereafterRow: null,
    from: null,
    until: null,
    replacedOn: null,
  };
}

/** Throws `invalid_input` for a price beyond what an entry may cost. */
function withinBound(cents: number, field: 'amount' | 'minutes' | 'quantity'): number {
  if (cents <= maxEntryCents) return cents;
  throw invalidField(field, tooMuch);
}

function amountMissing(): AppError {
  return invalidField('amount', 'Enter the amount; this type has no call fees.');
}

function minutesMissing(): AppError {
  return invalidField('minutes', 'Enter the minutes; they set the price.');
}

/** The prices that a device showed for the entry, and the moment at which the entry arrived. */
type Shown = { scheduleId: string | undefined; unitPriceId: string | undefined; now: Date };
type Basis = Pick<EntryRow, 'disbursementTypeId' | 'date' | 'happenedOn' | 'quantity'>;

/** Quantity × the unit price that a device showed or of the entry's day; undefined without one. */
async function priceByUnitPrice(
  db: Db,
  firm: FirmScope,
  { disbursementTypeId, quantity, ...days }: Basis,
  { unitPriceId: id, now }: Partial<Shown> = {},
): Promise<{ unitPriceId: string; amountCents: number } | undefined> {
  const of = { disbursementTypeId, day: priceDay(days) };
  const saved = id && now && (await findShownUnitPrice(db, firm, { ...of, id, now }));
  const price = saved || (await findUnitPriceOn(db, firm, of));
  return price && { unitPriceId: price.id, amountCents: price.cents * (quantity ?? 1) };
}

/** Whether another unit price is valid on the corrected day than on the earlier one. */
async function hasOtherUnitPrice(
  db: Db,
  firm: FirmScope,
  { before, after }: { before: EntryRow; after: Basis },
): Promise<boolean> {
  const { disbursementTypeId } = after;
  const [earlier, later] = await Promise.all(
    [before, after]
      .map(priceDay)
      .map((day) => findUnitPriceOn(db, firm, { disbursementTypeId, day })),
  );
  return earlier?.id !== later?.id;
}

/** Quantity × the unit price that the entry was recorded with. */
async function priceByOwnUnitPrice(
  db: Db,
  firm: FirmScope,
  { unitPriceId, quantity }: { unitPriceId: string; quantity: number | null },
): Promise<number> {
  return (await getUnitPrice(db, firm, unitPriceId)).cents * (quantity ?? 1);
}

async function explainUnitPrice(
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

export type VatOfEntry = Pick<EntryRow, 'vatTreatment' | 'vatBasisPoints' | 'vatIncluded'>;

/** The VAT of an entry's day and type, which it keeps. */
export async function vatOfNewEntry(
  db: Db,
  firm: FirmScope,
  of: { treatment: VatTreatment; day: string },
): Promise<VatOfEntry> {
  return toVatColumns(await chargedVat(db, firm, of));
}

/** The VAT that an amount contains, whatever the firm's prices include. */
export function grossVat(vat: VatOfEntry): VatOfEntry {
  return { ...vat, vatIncluded: vat.vatTreatment !== 'none' };
}

/**
 * The VAT after a correction (docs/decisions/0047).
 * Another type or attorney makes it a new entry, as for its price; another day has that day's rate;
 * otherwise the VAT stays as it was recorded.
 */
export async function correctedVat(
  db: Db,
  firm: FirmScope,
  { before, after }: { before: EntryRow; after: Kind & Days },
): Promise<VatOfEntry> {
  const [day, { disbursementTypeId }] = [priceDay(after), after];
  const isAccounted = before.supplierAccountId !== null;
  const isSame = isAccounted
    ? before.disbursementTypeId === disbursementTypeId
    : isSameKind(before, after);
  if (!isSame) {
    const { vat: treatment } = await getDisbursementType(db, firm, disbursementTypeId);
    const vat = await vatOfNewEntry(db, firm, { treatment, day });
    return isAccounted ? grossVat(vat) : vat;
  }
  const { vatTreatment, vatBasisPoints, vatIncluded } = before;
  if (day === priceDay(before)) return { vatTreatment, vatBasisPoints, vatIncluded };
  return toVatColumns(await vatOnOtherDay(db, firm, { ...toEntryVat(before), day }));
}

function toEntryVat({ vatTreatment, vatBasisPoints, vatIncluded }: VatOfEntry): EntryVat {
  return { treatment: vatTreatment, basisPoints: vatBasisPoints, isIncluded: vatIncluded };
}

/** As the wire writes it, in Rand. */
export function shownVat(entry: VatOfEntry & { amountCents: number }) {
  const { netCents, vatCents, grossCents } = splitVat(entry.amountCents, toEntryVat(entry));
  return {
    treatment: entry.vatTreatment,
    percent: entry.vatBasisPoints / 100,
    net: toRand(netCents),
    vat: toRand(vatCents),
    gross: toRand(grossCents),
  };
}

function toVatColumns({ treatment, basisPoints, isIncluded }: EntryVat): VatOfEntry {
  return { vatTreatment: treatment, vatBasisPoints: basisPoints, vatIncluded: isIncluded };
}
