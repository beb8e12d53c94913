import { createPauses } from '../../platform/core/pauses.ts';

/** A call that came now, and one that is known from another road: they may be the same. */
export type NearCalls = { key: string; id: string; apart: number; longer: number; isSame: boolean };

/**
 * Pairs calls that came with known ones, each with at most one: as many as can be, the nearest
 * first (product-3.md, section 6). Returns the known call of each.
 */
export async function pairCalls(near: readonly NearCalls[]): Promise<Map<string, string>> {
  const pause = createPauses();
  const choices = new Map<string, NearCalls[]>();
  for (const each of near.toSorted(byNearness)) {
    const ofKey = choices.get(each.key);
    if (ofKey) ofKey.push(each);
    else choices.set(each.key, [each]);
    await pause();
  }
  const pairs: Pairs = { idOf: new Map(), keyOf: new Map() };
  for (const key of choices.keys()) {
    placeCall(pairs, choices, key);
    await pause();
  }
  return pairs.idOf;
}

/** The known call of each that came, and the reverse. */
type Pairs = { idOf: Map<string, string>; keyOf: Map<string, string> };
type Choices = ReadonlyMap<string, readonly NearCalls[]>;

/**
 * Gives a call the nearest free one; else the nearest one whose call finds another, and so on. One
 * that is the same by its key is not given up.
 */
function placeCall(pairs: Pairs, choices: Choices, first: string): void {
  const cameFrom = new Map<string, NearCalls>();
  const waiting = [first];
  for (let key = waiting.shift(); key !== undefined; key = waiting.shift())
    for (const choice of choices.get(key) ?? []) {
      if (cameFrom.has(choice.id)) continue;
      cameFrom.set(choice.id, choice);
      const holder = pairs.keyOf.get(choice.id);
      if (holder === undefined) return moveAlong(pairs, cameFrom, choice);
      const held = choices.get(holder)?.find(({ id }) => id === choice.id);
      if (held?.isSame !== true) waiting.push(holder);
    }
}

/** Each call on the way takes the known one that was found for it, and leaves its own. */
function moveAlong(
  { idOf, keyOf }: Pairs,
  cameFrom: ReadonlyMap<string, NearCalls>,
  last: NearCalls,
): void {
  for (let choice: NearCalls | undefined = last; choice; ) {
    const left = idOf.get(choice.key);
    idOf.set(choice.key, choice.id);
    keyOf.set(choice.id, choice.key);
    choice = left === undefined ? undefined : cameFrom.get(left);
  }
}

function byNearness(one: NearCalls, other: NearCalls): number {
  return (
    Number(other.isSame) - Number(one.isSame) ||
    one.apart - other.apart ||
    one.longer - other.longer ||
    (one.id < other.id ? -1 : 1)
  );
}
