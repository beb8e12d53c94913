import { capAmount } from '@recoup/contract/matters/caps';
import { hasUnclearComma, unclearComma, withDecimalPoint } from '../../ui/lib/amounts.ts';

/** As people type it, `R 1 234,50`; NaN for what is no number. */
export function parseCap(text: string): number {
  const plain = withDecimalPoint(text);
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

export function capError(text: string): string | null {
  if (text.trim() === '') return 'Enter the cap.';
  if (hasUnclearComma(text)) return unclearComma;
  return capAmount.safeParse(parseCap(text)).error?.issues[0]?.message ?? null;
}
