import { outcomes } from '../src/platform/monitoring/outcomes.ts';

/** The outcomes that were counted while it worked, each as often as it was. */
export async function countedWhile(
  road: keyof typeof outcomes,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { counter } = outcomes[road];
  // The counter changes the values that it has returned.
  const before = (await counter.get()).values.map(({ value }) => value);
  await work();
  return (await counter.get()).values.flatMap(({ labels, value }, index) =>
    Array.from({ length: value - (before[index] ?? 0) }, () => String(labels.outcome)),
  );
}
