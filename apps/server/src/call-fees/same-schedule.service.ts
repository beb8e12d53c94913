import { holdsFrom } from '@recoup/contract/call-fees/validity';
import { type CallFeeBand, isThereafter } from '@recoup/contract/call-fees/rules';

export function isSameSchedule(
  one: readonly CallFeeBand[],
  other: readonly CallFeeBand[],
): boolean {
  const [a, b] = [inOrder(one), inOrder(other)];
  return a.length === b.length && a.every((band, index) => isSameBand(band, b[index]));
}

/** Whether these rows from a day on change nothing; `valid` is what is valid on that day. */
export function isSameFrom(
  day: string,
  valid: { validFrom: string; bands: readonly CallFeeBand[] } | undefined,
  bands: readonly CallFeeBand[],
): boolean {
  return holdsFrom(valid, day) && isSameSchedule(valid?.bands ?? [], bands);
}

/** The thereafter row comes last. */
export function inOrder(bands: readonly CallFeeBand[]): CallFeeBand[] {
  return [...bands.filter((band) => !isThereafter(band)), ...bands.filter(isThereafter)];
}

function isSameBand(a: CallFeeBand, b: CallFeeBand | undefined): boolean {
  return (
    a.startTime === b?.startTime &&
    a.endTime === b.endTime &&
    a.additionalTime === b.additionalTime &&
    a.chargeCents === b.chargeCents
  );
}
