/**
 * How a user reads dates: `25 Nov 2026`, `25/11/2026`, `2026/11/25` or `2026-11-25`. South Africans
 * write all four; the last is that of the standard SANS 8601.
 */
export const dateForms = ['d mmm yyyy', 'dd/mm/yyyy', 'yyyy/mm/dd', 'yyyy-mm-dd'] as const;
export type DateForm = (typeof dateForms)[number];
