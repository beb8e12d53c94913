/** The order of days and moments in ISO form, and of ids. */
export function compareCodes(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
