/** Values as loaded, as edited here, and as saved by another user. */
export type ThreeWay<Values> = { base: Values; yours: Values; theirs: Values };

/** A field's label and its value in words. */
export type Line = readonly [field: string, words: string];

/** `yours` is undefined where only the other user changed the field. */
export type Difference = { field: string; theirs: string; yours: string | undefined };

/** Keeps the fields that the user changed; the other fields are as the other user saved them. */
export function keepTyped<Values extends object>(
  { base, yours, theirs }: ThreeWay<Values>,
  identityOf: (value: Values[keyof Values]) => unknown = JSON.stringify,
): Values {
  const names = Object.keys(theirs) as (keyof Values)[]; // the values of a form have no other keys
  const untouched = names.filter((name) => identityOf(yours[name]) === identityOf(base[name]));
  return { ...yours, ...Object.fromEntries(untouched.map((name) => [name, theirs[name]])) };
}

/** Differences between the form and the other user's record, line by line. */
export function listDifferences<Values>(
  { base, yours, theirs }: ThreeWay<Values>,
  lines: (values: Values) => readonly Line[],
): readonly Difference[] {
  const [before, saved] = [lines(base), lines(theirs)];
  return lines(yours).flatMap(([field, typed], index) => {
    const now = saved[index]?.[1] ?? '';
    return now === typed
      ? []
      : [{ field, theirs: now, yours: typed === before[index]?.[1] ? undefined : typed }];
  });
}
