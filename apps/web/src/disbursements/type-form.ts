import { rand } from '@recoup/contract/core/fields';
import { toCents } from '@recoup/contract/core/money';
import { disbursementFields } from '@recoup/contract/disbursements/endpoints';
import { type DatedUnitPrice, unitPriceFields } from '@recoup/contract/disbursements/unit-prices';
import { entryDays } from '@recoup/contract/entries/entry-days';
import { vatTreatments } from '@recoup/contract/vat/rules';
import { z } from 'zod';
import type { Line } from '../platform/edit-conflict/three-way.ts';
import { today } from '../platform/browser/local-day.ts';
import { fieldLines } from '../platform/record-form/record-form.tsx';
import {
  changedFields,
  choiceField,
  defineForm,
  flagField,
  ownField,
  textField,
} from '../ui/form/define-form.ts';
import type { DefinedForm } from '../ui/form/defined-fields.tsx';
import { hasUnclearComma, unclearComma, withDecimalPoint } from '../ui/lib/amounts.ts';
import { formatDate } from '../ui/lib/format.ts';
import { treatmentNames } from '../vat/vat-texts.ts';
import { comingPriceText, priceText } from './unit-price-text.ts';

const isFixed = ({ fixed }: { fixed: boolean }) => fixed;

export const typeForm = defineForm(
  {
    title: textField('Name', {
      schema: disbursementFields.title,
      isRequired: true,
      autoComplete: 'off',
    }),
    fixed: flagField('Fixed', {
      start: true,
      description: 'Quantity × unit price. Without one, attorneys enter the price too.',
    }),
    calculated: flagField('Calculated', {
      description: 'Priced by minutes, from each attorney’s call fees.',
    }),
    wantsNarration: flagField('Narration expected', {
      description: 'Entries without one are listed before a month is closed.',
    }),
    needsVoucher: flagField('Voucher expected', {
      description: 'Entries without its file are listed before a month is closed.',
    }),
    isFree: flagField('Free of charge', {
      description: 'Its entries may cost nothing. Others are listed before a month is closed.',
    }),
    vat: choiceField('VAT', {
      options: vatTreatments.map((value) => ({ value, label: treatmentNames[value] })),
      start: 'cost',
    }),
    active: flagField('In use', {
      start: true,
      description: 'Attorneys can choose it. Existing entries are kept if you turn it off.',
    }),
    unitPrice: {
      ...textField('Unit price (R)', {
        schema: z.string().refine((typed) => unitPriceError(typed) === undefined, {
          error: ({ input }) => unitPriceError(String(input)),
        }),
        description: 'Optional. With it, attorneys enter the quantity alone.',
        inputMode: 'decimal',
        autoComplete: 'off',
      }),
      read: (price?: number | null) => price?.toFixed(2) ?? '',
    },
    unitPriceFrom: {
      ...textField('Valid from', {
        schema: unitPriceFields.unitPriceFrom,
        description: 'Recorded entries keep their price.',
        type: 'date',
        min: entryDays.first,
        max: entryDays.last,
        isRequired: true,
      }),
      read: () => today(),
    },
    /** Only shown. */
    nextUnitPrice: ownField<DatedUnitPrice | null>({ read: (saved = null) => saved }),
  },
  { unitPrice: isFixed, unitPriceFrom: isFixed },
);
export type TypeForm = DefinedForm<(typeof typeForm)['fields']>;
export type TypeValues = TypeForm['values'];

/** Lines of an edit conflict. A price of today has no day. */
export function typeLines(values: TypeValues): Line[] {
  const { unitPrice, unitPriceFrom: from, nextUnitPrice } = values;
  const day = from === today() ? '' : ` from ${formatDate(from)}`;
  return [
    ...fieldLines(typeForm, values, ['unitPrice', 'unitPriceFrom']),
    ['Unit price', priceText(parseCents(unitPrice)) + day],
    ['Coming unit price', comingPriceText(nextUnitPrice)],
  ];
}

/** The fields of the request. Except for the first three, unchanged ones are not sent. */
export function toBody(values: TypeValues, base: TypeValues) {
  const { active: _active, unitPrice, unitPriceFrom, nextUnitPrice: _next, ...rest } = values;
  const { title, fixed, calculated } = rest;
  const price = { unitPrice: parseRand(unitPrice), unitPriceFrom };
  return {
    ...changedFields(rest, base),
    title,
    fixed,
    calculated,
    ...(fixed && isPriceChanged(values, base) && price),
  };
}

/** Whether the price or its day differs from what was read. */
export function isPriceChanged(values: TypeValues, base: TypeValues): boolean {
  const isSamePrice = Object.is(parseRand(values.unitPrice), parseRand(base.unitPrice));
  return !isSamePrice || values.unitPriceFrom !== base.unitPriceFrom;
}

/** In cents; null for none, undefined for what is no amount. */
export function parseCents(unitPrice: string): number | null | undefined {
  const value = parseRand(unitPrice);
  if (value === null) return null;
  return rand.safeParse(value).success ? toCents(value) : undefined;
}

function unitPriceError(typed: string): string | undefined {
  if (hasUnclearComma(typed)) return unclearComma;
  const value = parseRand(typed);
  return value === null ? undefined : rand.safeParse(value).error?.issues[0]?.message;
}

/** NaN for what is no number, null for none. */
function parseRand(typed: string): number | null {
  if (typed.trim() === '') return null;
  const plain = withDecimalPoint(typed);
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
