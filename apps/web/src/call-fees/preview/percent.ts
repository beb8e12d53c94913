/**
 * A percentage as people type it: `6`, `5,5`, `−3 %`. The error is a sentence for the field. The
 * server has the same bounds.
 */
export function parsePercent(text: string): { percent: number } | { error: string } {
  const plain = text
    .trim()
    .replace(/\s*%$/, '')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/^([+-])\s+/, '$1')
    .replace(/\s(?=\d{3}(?:\D|$))/g, '');
  if (plain === '') return { error: 'Please enter a percentage.' };
  const match = /^([+-]?)(\d{1,6})(?:[.,](\d+))?$/.exec(plain);
  if (!match) return { error: 'Must be a percentage, such as 6 or 5.5.' };
  const [, sign, whole = '', decimals = ''] = match;
  if (decimals.length > 2) return { error: 'Must have at most two decimals.' };
  const size = Number(`${whole}.${decimals === '' ? '0' : decimals}`);
  if (size > 100) return { error: 'Must be from -100 to 100.' };
  return { percent: sign === '-' && size > 0 ? -size : size };
}

/** `+6 %`, `−2.5 %`, `0 %`. The spaces do not break; screen readers say this minus. */
export function formatChange(percent: number): string {
  const sign = percent > 0 ? '+' : '';
  return `${sign}${formatPercent(percent)}`;
}

/** `6 %`, `−2.5 %`. */
export function formatPercent(percent: number): string {
  const minus = percent < 0 ? '\u2212' : '';
  return `${minus}${Math.abs(percent)}\u00A0%`;
}

/** By how many percent an amount has changed, with two decimals; undefined from zero to more. */
export function changeInPercent(before: bigint, after: bigint): number | undefined {
  if (before === after) return 0;
  if (before === 0n) return undefined;
  const change = (after - before) * 20_000n;
  const half = change < 0n ? -before : before;
  return Number((change + half) / (2n * before)) / 100;
}

/** The change that takes another one back: −5.66 for 6. Undefined without one in the bounds. */
export function oppositePercent(percent: number): number | undefined {
  const opposite = Math.round((100 / (100 + percent) - 1) * 10_000) / 100;
  return percent !== 0 && Math.abs(opposite) <= 100 ? opposite : undefined;
}
