/** Who waits: a firm or a network, and which member of it. Strangers give way to known people where the line is full of single waiters. */
export type Share = { group: string; member: string; isKnown: boolean };

/** While the line is never empty, each new e-mail address is one more member: then the order of service begins again. */
const mostRemembered = 10_000;

type Waiter = Share & { begin: () => void; shed: () => void };

/**
 * At most `lanes` works run at once, and at most `longest` wait. A free lane goes to the group that was served least recently, and within it
 * to such a member. A full line sheds the newest waiter of the group with the most waiters, so no group can keep another out.
 */
export function createFairLine(options: { lanes: number; longest: number; refusal: () => Error }) {
  const waiting: Waiter[] = [];
  const servedAt = new Map<string, number>();
  const state = { running: 0, turns: 0 };

  const beginNext = (): void => {
    const [first, ...others] = waiting;
    if (first === undefined) {
      servedAt.clear();
      state.running -= 1;
      return;
    }
    const age = (key: string) => servedAt.get(key) ?? 0;
    const isBefore = (one: Waiter, other: Waiter) =>
      one.group === other.group
        ? age(memberOf(one)) < age(memberOf(other))
        : age(one.group) < age(other.group);
    const next = others.reduce((best, one) => (isBefore(one, best) ? one : best), first);
    waiting.splice(waiting.indexOf(next), 1);
    state.turns += 1;
    if (servedAt.size > mostRemembered) servedAt.clear();
    servedAt.set(next.group, state.turns).set(memberOf(next), state.turns);
    next.begin();
  };

  const wait = (share: Share): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ ...share, begin: resolve, shed: () => reject(options.refusal()) });
      if (waiting.length > options.longest) shedOne(waiting);
    });

  return async <T>(share: Share, work: () => Promise<T>): Promise<T> => {
    if (state.running < options.lanes) state.running += 1;
    else await wait(share);
    try {
      return await work();
    } finally {
      beginNext();
    }
  };
}

function memberOf({ group, member }: Share): string {
  return `${group} ${member}`;
}

function shedOne(waiting: Waiter[]): void {
  const byGroup = countBy(waiting, ({ group }) => group);
  const byMember = countBy(waiting, memberOf);
  const weight = (one: Waiter) => [
    byGroup.get(one.group) ?? 0,
    one.isKnown ? 0 : 1,
    byMember.get(memberOf(one)) ?? 0,
  ];
  // The later of two equal ones goes.
  const victim = waiting.reduce((worst, one) =>
    isAtLeast(weight(one), weight(worst)) ? one : worst,
  );
  waiting.splice(waiting.indexOf(victim), 1);
  victim.shed();
}

function isAtLeast(left: readonly number[], right: readonly number[]): boolean {
  const index = left.findIndex((value, place) => value !== right[place]);
  return index < 0 || (left[index] ?? 0) > (right[index] ?? 0);
}

function countBy(waiting: readonly Waiter[], keyOf: (one: Waiter) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of waiting) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}
