import type { z } from 'zod';

/** The sentence for a wrong value whose field in the contract has none of its own. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'This field is required.'
      : (kinds.get(issue.expected) ?? other);
  if (issue.code === 'too_big')
    return `Must not be more than ${grouped(issue.maximum)}${unitText(issue)}.`;
  if (issue.code === 'too_small')
    return `Must be at least ${grouped(issue.minimum)}${unitText(issue)}.`;
  return other;
}

const other = 'Is not valid.';

const kinds: ReadonlyMap<string, string> = new Map([
  ['string', 'Must be text.'],
  ['number', 'Must be a number.'],
  ['int', 'Must be a whole number.'],
  ['boolean', 'Must be true or false.'],
  ['array', 'Must be a list.'],
  ['object', 'Must be an object.'],
]);

function unitText({ origin }: { origin: string }): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items' : '';
}

/** As money is written: `20 000`. */
function grouped(bound: number | bigint): string {
  return String(bound).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
}
