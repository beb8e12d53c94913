import { rand } from '@recoup/contract/core/fields';
import { toCents } from '@recoup/contract/core/money';
import {
  type DisbursementType,
  disbursementFields,
} from '@recoup/contract/disbursements/endpoints';
import type { VatTreatment } from '@recoup/contract/vat/rules';
import { type DatedUnitPrice, unitPriceFields } from '@recoup/contract/disbursements/unit-prices';
import { z } from 'zod';
import { today } from '../platform/browser/local-day.ts';
import { hasUnclearComma, unclearComma, withDecimalPoint } from '../ui/lib/amounts.ts';

/** Form values; `nextUnitPrice` is read-only. */
export type Values = {
  title: string;
  fixed: boolean;
  calculated: boolean;
  active: boolean;
  wantsNarration: boolean;
  isFree: boolean;
  vat: VatTreatment;
  unitPrice: string;
  unitPriceFrom: string;
  nextUnitPrice: DatedUnitPrice | null;
};
type Saved = Omit<Values, 'unitPrice' | 'unitPriceFrom'> & Pick<DisbursementType, 'unitPrice'>;

const newType: Saved = {
  title: '',
  fixed: true,
  calculated: false,
  active: true,
  wantsNarration: false,
  isFree: false,
  vat: 'cost',
  unitPrice: null,
  nextUnitPrice: null,
};

export function formValuesFrom(type: Saved = newType): Values {
  const { title, fixed, calculated, active, wantsNarration, isFree, vat } = type;
  const { unitPrice, nextUnitPrice } = type;
  return {
    title,
    fixed,
    calculated,
    active,
    wantsNarration,
    isFree,
    vat,
    unitPrice: unitPrice === null ? '' : unitPrice.toFixed(2),
    unitPriceFrom: today(),
    nextUnitPrice,
  };
}

/** Checks the unit price only while the form shows it. */
export const typeSchema = z
  .object({
    title: disbursementFields.title,
    fixed: z.boolean(),
    unitPrice: z.string(),
    unitPriceFrom: z.string(),
  })
  .check(({ value, issues }) => {
    if (!value.fixed) return;
    const { unitPrice, unitPriceFrom } = value;
    const errors = {
      unitPrice: unitPriceError(unitPrice),
      unitPriceFrom:
        unitPriceFields.unitPriceFrom.safeParse(unitPriceFrom).error?.issues[0]?.message,
    };
    for (const [field, message] of Object.entries(errors))
      if (message !== undefined)
        issues.push({ code: 'custom', input: value, path: [field], message });
  });

/** The fields of the request; what the user left alone beyond those of the
 * specification is not sent. */
export function toBody(values: Values, base: Values) {
  const { title, fixed, calculated, wantsNarration, isFree, vat, unitPriceFrom } = values;
  const price = { unitPrice: parseRand(values.unitPrice), unitPriceFrom };
  return {
    title,
    fixed,
    calculated,
    ...(wantsNarration !== base.wantsNarration && { wantsNarration }),
    ...(isFree !== base.isFree && { isFree }),
    ...(vat !== base.vat && { vat }),
    ...(fixed && isPriceChanged(values, base) && price),
  };
}

/** Whether the price or its day differs from what was read. */
export function isPriceChanged(values: Values, base: Values): boolean {
  const isSamePrice = Object.is(parseRand(values.unitPrice), parseRand(base.unitPrice));
  return !isSamePrice || values.unitPriceFrom !== base.unitPriceFrom;
}

/** In cents; null for none, undefined for what is no amount. */
export function parseCents(unitPrice: string): number | null | undefined {
  const value = parseRand(unitPrice);
  if (value === null) return null;
  return rand.safeParse(value).success ? toCents(value) : undefined;
}

function unitPriceError(text: string): string | undefined {
  if (hasUnclearComma(text)) return unclearComma;
  const value = parseRand(text);
  return value === null ? undefined : rand.safeParse(value).error?.issues[0]?.message;
}

/** NaN for what is no number, null for none. */
function parseRand(text: string): number | null {
  if (text.trim() === '') return null;
  const plain = withDecimalPoint(text);
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
