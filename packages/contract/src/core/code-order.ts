/**
 * The order of days and moments in ISO form, of ids and of numbers of matters. By code, not by a
 * language, whose rules differ between machines.
 */
export function compareCodes(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
