type Issue = { path: PropertyKey[]; message: string };

/** Of several messages about one field the first; the lists of the server are `rows` in a form. */
export function firstErrors(issues: readonly Issue[]): Record<string, string> {
  const errors = issues.map(({ path, message }) => [['rows', ...path.slice(1)].join('.'), message]);
  return Object.fromEntries(errors.toReversed()) as Record<string, string>; // pairs of texts
}
