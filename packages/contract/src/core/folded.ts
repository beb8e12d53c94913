/** Letters without an accent to take away, each with what it is folded to. */
const letters = 'ßss æae œoe þth łl øo đd ðd ħh ŋn ŧt ıi ςσ'.split(' ');

/**
 * Folds a search and the texts that it searches: no case, no accents, one kind of apostrophe and
 * one of dash (product-3.md, General). `folded` in SQL is the same rule.
 */
export function folded(text: string): string {
  const plain = text
    .replace(/[`´‘’‛ʹʻʼʽ′]/g, "'")
    .replace(/[‐-―−]/g, '-')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return letters.reduce(
    (rest, [letter = '', ...to]) => rest.replaceAll(letter, to.join('')),
    plain,
  );
}

/** The order of names in SQL's lists, which does not change with the version of Node. */
export function compareFolded(a: string, b: string): number {
  return compareCodes(folded(a), folded(b)) || compareCodes(a, b);
}

function compareCodes(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
