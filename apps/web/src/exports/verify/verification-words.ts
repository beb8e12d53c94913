import type { CallVerdict } from './check-lines.ts';
import type { Verification } from './verify-file.ts';

/** What the calls of a file cost, in words; those that differ come first. */
export const verdictWords = {
  differs: 'cost another price than the fees of their day make',
  good: 'cost what the fees of their day make',
  earlier: 'cost what other fees of this attorney make, which they keep',
  given: 'have an amount that was given, because there were no fees',
  unknown: 'name an attorney or a type that the firm does not have now',
} as const satisfies Record<CallVerdict, string>;
export const verdicts = ['differs', 'good', 'earlier', 'given', 'unknown'] as const;

/** `tone` is that of the alert. */
export function summaryOf({ exported, unchangedBy, check, ...found }: Verification): {
  tone: 'success' | 'error';
  text: string;
} {
  if (exported === undefined) return { tone: 'error', text: unknownText(found.name) };
  const name = `export ${exported.number}`;
  if (unchangedBy !== undefined)
    return {
      tone: 'success',
      text: `${unchangedTexts[unchangedBy](name)}${stateTexts[exported.state]}`,
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

/** An XLSX file is found by its name alone, which people change. */
function unknownText(name: string): string {
  const text = 'No export has this hash, and no export is near this file.';
  if (!name.toLowerCase().endsWith('.xlsx')) return text;
  return `${text} Give an XLSX file the name that it had, such as recoup-export-12.xlsx.`;
}

/** What became of an unchanged file. */
const stateTexts = {
  closed: '',
  reopened: ' That export was reopened, so its entries may have changed since.',
  copy: ' It is a copy, which locked no entry.',
} as const;

const unchangedTexts = {
  ledger: (name: string) => `Unchanged: this is the CSV of ${name}.`,
  mail: (name: string) => `Unchanged: this file went out with a mail of ${name}.`,
  again: (name: string) => `Unchanged: ${name} makes the same file again.`,
} as const;
