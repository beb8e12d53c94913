import type { CallVerdict } from './check-lines.ts';
import { madeAgainKind } from './nearest-export.ts';
import type { Verification } from './verify-file.ts';

/** Texts about the calls of a file by verdict; differing calls come first. */
export const verdictTexts = {
  differs: 'cost another price than the fees of their day make',
  good: 'cost what the fees of their day make',
  earlier: 'cost what other fees of this attorney make, which they keep',
  given: 'have an amount that was given, because there were no fees',
  unknown: 'name an attorney or a type that the firm does not have now',
} as const satisfies Record<CallVerdict, string>;
export const verdicts = ['differs', 'good', 'earlier', 'given', 'unknown'] as const;

/** `tone` is that of the alert. */
export function verificationSummary({ exported, unchangedBy, check, ...found }: Verification): {
  tone: 'success' | 'error' | 'info';
  text: string;
} {
  const isUnread = check === undefined && madeAgainKind(found.name) === undefined;
  if (exported === undefined) return { tone: 'error', text: unknownText(found.name, isUnread) };
  const name = `export ${exported.number}`;
  if (unchangedBy !== undefined)
    return {
      tone: 'success',
      text: `${unchangedTexts[unchangedBy](name)}${stateTexts[exported.state]}`,
    };
  if (isUnread)
    return {
      tone: 'info',
      text: `This file has the name of ${name}, and cannot be verified further: ${postingText}`,
    };
  const lines = found.differingLines;
  const [first] = found.differences;
  if (check === undefined)
    return { tone: 'error', text: `No export has this hash; nearest: ${name}.` };
  if (first === undefined)
    return {
      tone: 'error',
      text: `No export has this hash; nearest: ${name}. Its lines are the same, but not its bytes.`,
    };
  const which = lines === 1 ? `line ${first.line} differs` : `${lines} lines differ`;
  return { tone: 'error', text: `No export has this hash; nearest: ${name}, ${which}.` };
}

/** XLSX and PDF are found by their names alone, which people change. */
function unknownText(name: string, isUnread: boolean): string {
  const text = 'No export has this hash, and no export is near this file.';
  if (isUnread) return `${text} If it is a posting file, this says nothing: ${postingText}`;
  const kind = madeAgainKind(name);
  if (kind === undefined) return text;
  return `${text} Give the file the name that it had, such as recoup-export-12.${kind}.`;
}

const postingText =
  'posting files are made anew each time, and only those that went out by email leave their ' +
  'hash. Compare the rows and the sum of the file with those on the page of its export.';

/** Remarks about the export of an unchanged file. */
const stateTexts = {
  closed: '',
  reopened: ' That export was reopened, so its entries may have changed since.',
  copy: ' It is a copy, which locked no entry.',
} as const;

const unchangedTexts = {
  ledger: (name: string) => `Unchanged: this is the CSV of ${name}.`,
  mail: (name: string) => `Unchanged: this file went out with an email of ${name}.`,
  again: (name: string) => `Unchanged: ${name} makes the same file again.`,
} as const;
