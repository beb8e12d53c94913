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
  if (exported === undefined)
    return { tone: 'error', text: 'No export has this hash, and no export is near this file.' };
  const name = `export ${exported.number}`;
  if (unchangedBy !== undefined)
    return { tone: 'success', text: unchangedTexts[unchangedBy](name) };
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

const unchangedTexts = {
  ledger: (name: string) => `Unchanged: this is the CSV of ${name}.`,
  mail: (name: string) => `Unchanged: this file went out with a mail of ${name}.`,
  again: (name: string) => `Unchanged: ${name} makes the same file again.`,
} as const;
