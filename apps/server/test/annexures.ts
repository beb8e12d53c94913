import { buffer } from 'node:stream/consumers';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type {
  Annexure,
  AnnexureAttorney,
  AnnexureType,
} from '../src/call-fees/annexure/annexure-texts.ts';
import { annexurePdf } from '../src/call-fees/annexure/annexure-pdf.ts';
import { readPdf } from './pdf-text.ts';

export const on = '2026-11-23';
export const madeAt = new Date('2026-11-20T08:30:00Z');
export const bands = (...rows: [number, number, number][]): CallFeeBand[] =>
  rows.map(([startTime, endTime, chargeCents]) => ({
    startTime,
    endTime,
    additionalTime: 0,
    chargeCents,
  }));
export const every = (additionalTime: number, chargeCents: number): CallFeeBand => ({
  startTime: -1,
  endTime: -1,
  additionalTime,
  chargeCents,
});
export const short = [...bands([0, 5, 3300]), every(5, 1250)];
export const call = (title: string, value: readonly CallFeeBand[] = short): AnnexureType => ({
  title,
  callFees: { validFrom: '2026-03-01', value, next: null },
  unitPrice: null,
});
export const sheriff: AnnexureType = { title: 'Sheriff', callFees: null, unitPrice: null };
export const thabo = (...types: AnnexureType[]): AnnexureAttorney => ({
  name: 'Thabo Mokoena',
  email: 'thabo@nkosi.co.za',
  types,
});

export function annexure(attorneys: readonly AnnexureAttorney[]): Annexure {
  return { firm: { name: 'Müller & Söhne Inc.', logo: null }, on, attorneys };
}

export async function read(attorneys: readonly AnnexureAttorney[]): Promise<string[][]> {
  return readPdf(await buffer(annexurePdf(annexure(attorneys), madeAt)));
}

/** Minutes and prices of each price list, which follow the five pairs of its column titles. */
export function listsIn(texts: readonly string[]): string[][] {
  const heads = Array.from({ length: 5 }, () => ['Min.', 'Price']).flat();
  return texts.flatMap((_, index) => {
    const isList = heads.every((head, place) => texts[index + place] === head);
    return isList ? [texts.slice(index + heads.length, index + heads.length + 120)] : [];
  });
}
