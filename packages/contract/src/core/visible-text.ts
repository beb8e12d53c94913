/**
 * Marks without a glyph: soft hyphen, zero width, text direction, BOM, fillers, tags. They come
 * along with pasted text, reverse it, or make two equal names of one. They are removed and not
 * rejected, because a user cannot see them.
 */
const invisible =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const fillersAndTags = /[\u115F\u1160\u2800\u3164\uFFA0\u{E0000}-\u{E007F}]|\u034F|\u17B4|\u17B5/gu;
/** After Latin letters and spaces; other scripts and pictures need them. */
const variationSelectors = /(?<=^|[\p{Script=Latin}\p{Zs}])[\uFE00-\uFE0F]/gu;
/** Joiners shape letters of some scripts and pictures; elsewhere they are invisible. */
const strayJoiners =
  /\p{Join_C}(?:(?<![\u0600-\u1FFF\u2190-\u{10FFFF}].)|(?![\u0600-\u1FFF\u2190-\u{10FFFF}]))/gu;
/** Control characters, line feeds and escapes among them. */
const controls = /[\p{Cc}\u2028\u2029]/u;

/** Joiners stay. */
export function withoutMarks(text: string): string {
  // Selectors first, because they depend on the character before them.
  return text.replace(variationSelectors, '').replace(invisible, '').replace(fillersAndTags, '');
}

export function withoutInvisible(text: string): string {
  return withoutMarks(text).replace(strayJoiners, '');
}

/** Whether it has a letter, digit or sign, and not only spaces and marks. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

export function isOneLine(text: string): boolean {
  return !controls.test(text);
}
