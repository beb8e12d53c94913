import { cleanCell } from '../../platform/csv/clean-text.ts';

/** Zero width joiners shape letters in some scripts, so only a matter number loses them. */
const joiners = /[\u200C\u200D]/g;

/**
 * A matter number, also without joiners: users do not see them, and they would make two matters of
 * one number. Line breaks and controls stay, for `textError` to reject.
 */
export function normalizeNumber(cell: string): string {
  return withoutQuotedFormula(cleanCell(cell.replace(joiners, '')));
}

/** Systems write ="00123" so that Excel keeps the leading zeros. */
function withoutQuotedFormula(text: string): string {
  return text.startsWith('="') && text.endsWith('"') && text.length > 3
    ? text.slice(2, -1).trim()
    : text;
}
