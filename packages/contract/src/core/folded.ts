const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};

/**
 * What people type to find something, and what it is looked for in: without case and accents, with
 * one kind of apostrophe and one of dash (product-3.md, General). `folded` in SQL is the same rule.
 */
export function folded(text: string): string {
  return text
    .replace(/[`´‘’‛ʹʻʼʽ′]/g, "'")
    .replace(/[‐-―−]/g, '-')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœþłøđðħŋŧıς]/g, (letter) => letters[letter] ?? letter);
}
