import { isoDate } from '@recoup/contract/core/fields';
import { vatPercent } from '@recoup/contract/vat/endpoints';
import type { VatRate } from '@recoup/contract/vat/rules';
import { z } from 'zod';
import { withDecimalPoint } from '../ui/lib/amounts.ts';

/** The form of a new rate; `rates` the latest first, `format` writes a day. */
export function rateSchema(rates: readonly VatRate[], format: (day: string) => string) {
  const [last] = rates;
  return z.object({ percent: z.string(), validFrom: z.string() }).check(({ value, issues }) => {
    const add = (path: string, message: string | undefined): void => {
      if (message !== undefined)
        issues.push({ code: 'custom', input: value, path: [path], message });
    };
    add('percent', vatPercent.safeParse(parsePercent(value.percent)).error?.issues[0]?.message);
    add('validFrom', dayMessage(value.validFrom, { last, format }));
  });
}

type Known = { last: VatRate | undefined; format: (day: string) => string };

function dayMessage(day: string, { last, format }: Known): string | undefined {
  if (day === '') return 'Enter a day.';
  if (last && day <= last.validFrom)
    return `Must be after ${format(last.validFrom)}, when the last rate begins.`;
  return isoDate.safeParse(day).error?.issues[0]?.message;
}

/** NaN for what is no number. */
export function parsePercent(text: string): number {
  const plain = withDecimalPoint(text.trim());
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Question before adding a rate; `day` is today. */
export function rateQuestion(
  rate: VatRate,
  { day, format }: { day: string; format: (day: string) => string },
): string {
  const { percent: added, validFrom: from } = rate;
  const past = from < day ? ' That day is in the past: recorded entries keep their rate.' : '';
  const what = `${added} % from ${format(from)}, for all firms.`;
  return `${what} It cannot be changed or removed later.${past}`;
}
