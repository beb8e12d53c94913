type Issue = { path: PropertyKey[]; message: string };

/** The first message of each field. The server's list is named `rows` in the form. */
export function firstErrors(issues: readonly Issue[]): Record<string, string> {
  const errors = issues.map(({ path, message }) => [['rows', ...path.slice(1)].join('.'), message]);
  return Object.fromEntries(errors.toReversed()) as Record<string, string>; // pairs of texts
}
