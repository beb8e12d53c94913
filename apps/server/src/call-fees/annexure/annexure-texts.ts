import { addDays } from '@recoup/contract/month-end/working-days';
import { longDay } from '@recoup/contract/entries/rules';
import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { type CallFeeBand, isThereafter } from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';

export const asIncurred = 'as incurred';

/** A row of a table of fees: how long, how much. */
export type PriceRow = { length: string; price: string };

/** The rows in words; without rows the price is `otherwise`. */
export function bandRows(bands: readonly CallFeeBand[], otherwise = asIncurred): PriceRow[] {
  const timed = bands.filter((band) => !isThereafter(band));
  const last = timed.at(-1);
  if (!last) return [{ length: 'any length', price: otherwise }];
  const rows = timed.map(({ startTime, endTime, chargeCents }) => ({
    length:
      startTime === 0 ? `up to ${minutes(endTime)}` : `over ${startTime} up to ${minutes(endTime)}`,
    price: formatRand(chargeCents),
  }));
  const every = bands.find(isThereafter);
  if (every && every.additionalTime > 0 && every.chargeCents > 0) {
    const { additionalTime, chargeCents } = every;
    const interval = additionalTime === 1 ? 'minute' : minutes(additionalTime);
    const length = `each further ${interval} or part thereof`;
    return [...rows, { length, price: `plus ${formatRand(chargeCents)}` }];
  }
  const length = `over ${minutes(last.endTime)} (capped)`;
  return [...rows, { length, price: formatRand(last.chargeCents) }];
}

/**
 * From when to when fees are valid: from the day of the annexure where they have no first day
 * before it.
 */
export function validityText({ validFrom, next }: Dated<unknown>, on: string): string {
  const from = validFrom > beginningOfTime && validFrom <= on ? validFrom : on;
  const until = next === null ? '' : ` to ${longDay(addDays(next.validFrom, -1))}`;
  return `Valid from ${longDay(from)}${until}`;
}

export function unitPriceText(cents: number | null): string {
  return cents === null ? asIncurred : `${formatRand(cents)} each`;
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`;
}

/** A name in plain ASCII. */
export function annexureFileName({ attorneys, on }: Annexure): string {
  const words = (attorneys[0]?.name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return `${['fee-annexure', ...words, on].join('-')}.pdf`;
}

export function annexuresFileName({ on }: Annexure): string {
  return `fee-annexures-${on}.pdf`;
}

/** The value on a day, and the coming change. */
export type Dated<T> = {
  validFrom: string;
  value: T;
  next: { validFrom: string; value: T } | null;
};

/** A type with its call fees and its unit price in cents, null for one that never had any. */
export type AnnexureType = {
  title: string;
  callFees: Dated<readonly CallFeeBand[]> | null;
  unitPrice: Dated<number | null> | null;
};

export type AnnexureAttorney = { name: string; email: string; types: readonly AnnexureType[] };

export type Annexure = {
  firm: { name: string; logo: Buffer | null };
  /** The day that it is printed for. */
  on: string;
  attorneys: readonly AnnexureAttorney[];
};
