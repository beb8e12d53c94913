import type { Pen } from './sheet.ts';

/** The fonts have all of these, so that a file for a large firm is not measured twice. */
const common = /^[\u0020-\u024F]*$/;
const pictures = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20E3/gu;
/** The character that `wrap` draws in place of one that the font lacks. */
const missing = /\uFFFD/g;

/**
 * The text without pictures that the fonts lack. Missing letters are left out, and `address` is
 * beside what remains, or in its place; without an address they are question marks.
 */
export function printableText(pen: Pen, text: string, address?: string): string {
  if (common.test(text)) return text;
  const drawn = (piece: string): string => pen.wrap(piece, Infinity, 'text').join(' ');
  const letters = text.replaceAll(pictures, (picture) => drawn(picture).replaceAll(missing, ''));
  const full = oneSpaced(drawn(letters));
  if (full !== '' && full.search(missing) < 0) return full;
  if (address === undefined) return full.replaceAll(missing, '?') || '?';
  const rest = oneSpaced(full.replaceAll(missing, ' '));
  return /\p{Letter}/u.test(rest) ? `${rest} (${address})` : address;
}

function oneSpaced(text: string): string {
  return text.replaceAll(/ {2,}/g, ' ').trim();
}
