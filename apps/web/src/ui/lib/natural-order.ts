const collator = new Intl.Collator('en-ZA', { numeric: true });

/** The order of names for people: “Type 2” before “Type 10”. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}
