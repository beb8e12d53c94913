type Numbered = { number: string };

/** As the server orders them: the number typed in full, those that begin with the text, others. */
export function byNumber<M extends Numbered>(matters: readonly M[], search: string): M[] {
  const text = search.toLowerCase();
  const rank = ({ number }: Numbered) => {
    if (number.toLowerCase() === text) return 0;
    return number.toLowerCase().startsWith(text) ? 1 : 2;
  };
  return matters.toSorted((a, b) => rank(a) - rank(b));
}

/** The matter whose whole number was typed; none if an old copy holds the number twice. */
export function onlyWithNumber<M extends Numbered>(
  matters: readonly M[],
  typed: string,
): M | undefined {
  const [first, ...others] = matters.filter(
    ({ number }) => number.toLowerCase() === typed.toLowerCase(),
  );
  return others.length === 0 ? first : undefined;
}
