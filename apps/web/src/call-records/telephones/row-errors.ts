import { errorTexts } from '@recoup/contract/core/error-texts';
import { UnsentError } from '../../platform/api/api-error.ts';
import { loadFailed } from '../../ui/feedback/lazy-part.tsx';

type Issue = { path: PropertyKey[]; message: string };

/** The schemas of both lists, which are half of what the page would begin with. */
export async function loadSchemas() {
  return import('@recoup/contract/call-records/set-up-endpoints').catch(() => {
    throw new UnsentError(loadFailed);
  });
}

/** Returns the rows to save; throws an `UnsentError` if a field is wrong. */
export function checkedRows<Row>(
  rows: Row[] | undefined,
  fields: Readonly<Record<string, string>>,
): Row[] {
  if (rows !== undefined && Object.keys(fields).length === 0) return rows;
  throw new UnsentError(errorTexts.invalid_input, fields);
}

/** The first message of each field. The server's list is named `rows` in the form. */
export function firstErrors(issues: readonly Issue[] = []): Record<string, string> {
  const errors = issues.map(({ path, message }) => [['rows', ...path.slice(1)].join('.'), message]);
  return Object.fromEntries(errors.toReversed()) as Record<string, string>; // pairs of texts
}
