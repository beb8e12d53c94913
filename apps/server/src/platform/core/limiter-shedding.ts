type Waiting = { group: { entered: number }; member: { entered: number }; isKnown: boolean };

/**
 * The waiter that a full queue sheds: of the group with most work, then a stranger, then of the
 * member with most work, then the newest.
 */
export function pickToShed<W extends Waiting>(queue: readonly W[]): W {
  return queue.reduce((worst, waiter) =>
    isAtLeast(sheddingWeight(waiter), sheddingWeight(worst)) ? waiter : worst,
  );
}

function sheddingWeight({ group, member, isKnown }: Waiting): number[] {
  return [group.entered, isKnown ? 0 : 1, member.entered];
}

function isAtLeast(left: readonly number[], right: readonly number[]): boolean {
  const index = left.findIndex((value, at) => value !== right[at]);
  return index < 0 || (left[index] ?? 0) > (right[index] ?? 0);
}
