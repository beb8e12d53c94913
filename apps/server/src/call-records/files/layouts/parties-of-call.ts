import { isInside, readParty } from '../parties.ts';
import type { OwnNumbers } from '../call-leg.ts';

export type Parties =
  | { direction: 'in' | 'out'; ownParty: string; otherParty: string | null }
  | 'internal'
  | 'unknown';

/**
 * Who of the two is in the firm; unknown if neither is. `fromInside` and `toInside` are what
 * else is known of the two ends, such as the extension of a channel: an outgoing call may show the
 * firm's main number as its caller.
 */
export function partiesOf(
  call: { from: string; to: string; fromInside?: string | null; toInside?: string | null },
  own: OwnNumbers,
): Parties {
  const from = readParty(call.from, '');
  const to = readParty(call.to, own.outsidePrefix);
  const insideFrom = call.fromInside ?? (isInside(from, own) ? from : null);
  const insideTo = isInside(to, own) ? to : (call.toInside ?? null);
  if (insideFrom !== null && insideTo !== null) return 'internal';
  if (insideFrom !== null) return { direction: 'out', ownParty: insideFrom, otherParty: to };
  if (insideTo !== null)
    return { direction: 'in', ownParty: call.toInside ?? insideTo, otherParty: from };
  return 'unknown';
}
