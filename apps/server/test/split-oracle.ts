import { splitCents } from '@recoup/contract/suppliers/split';

/** The same numbers in every run. */
function randomNumbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Divides without a sort: each cent that is left goes to the largest remainder, one by one. */
function sharesByHand(total: number, weights: readonly number[]): number[] {
  let sum = 0n;
  for (const weight of weights) sum += BigInt(weight);
  const remainders = weights.map((weight) => (BigInt(total) * BigInt(weight)) % sum);
  const shares = weights.map((weight, at) =>
    Number((BigInt(total) * BigInt(weight) - (remainders[at] ?? 0n)) / sum),
  );
  let given = 0;
  for (const share of shares) given += share;
  for (; given < total; given += 1) {
    let best = 0;
    for (const [at, remainder] of remainders.entries())
      if (remainder > (remainders[best] ?? -1n)) best = at;
    shares[best] = (shares[best] ?? 0) + 1;
    remainders[best] = -1n;
  }
  return shares;
}

/** So many random splits, and the first that differs from the ones by hand. */
export function compareSplits(count: number): string | undefined {
  const random = randomNumbers(count);
  for (let made = 0; made < count; made += 1) {
    const most = random(4) === 0 ? 10_000_000_000 : 200_000;
    const total = 1 + random(most);
    const weightMost = [1, 5, 1_000_000][random(3)] ?? 1;
    const weights = Array.from({ length: 1 + random(12) }, () => 1 + random(weightMost));
    const sign = random(5) === 0 ? -1 : 1;
    const split = splitCents(sign * total, weights).join();
    const byHand = sharesByHand(total, weights)
      .map((share) => String(sign * share))
      .join()
      .replaceAll('-0', '0');
    if (split.replaceAll('-0', '0') !== byHand)
      return `${total} by ${weights.join()}: ${split} instead of ${byHand}`;
  }
  return undefined;
}
