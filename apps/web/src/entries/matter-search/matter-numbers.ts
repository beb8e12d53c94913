import { folded } from '@recoup/contract/core/folded';
type Numbered = { number: string };

/** As the server orders them: the number typed in full, those that begin with the text, others. */
export function byNumber<M extends Numbered>(matters: readonly M[], search: string): M[] {
  const text = folded(search);
  const rank = ({ number }: Numbered) => {
    if (folded(number) === text) return 0;
    return folded(number).startsWith(text) ? 1 : 2;
  };
  return matters.toSorted((a, b) => rank(a) - rank(b));
}

/** The matter whose whole number was typed; none if an old copy holds the number twice. */
export function onlyWithNumber<M extends Numbered>(
  matters: readonly M[],
  typed: string,
): M | undefined {
  const [first, ...others] = matters.filter(({ number }) => folded(number) === folded(typed));
  return others.length === 0 ? first : undefined;
}
