import { isInside, readParty, unreadParty } from '../parties.ts';
import type { OwnNumbers } from '../call-leg.ts';

type OtherParty = { otherParty: string | null; unread?: string | undefined };
export type Parties =
  | (OtherParty & { direction: 'in' | 'out'; ownParty: string })
  | 'internal'
  | 'unknown';

/**
 * Finds the party in the firm; unknown if neither is. `fromInside` and `toInside` come from other
 * columns, such as the extension of a channel. An outgoing call may show the firm's main number as
 * its caller.
 */
export function findParties(
  call: { from: string; to: string; fromInside?: string | null; toInside?: string | null },
  own: OwnNumbers,
): Parties {
  const from = readParty(call.from, '');
  const to = readParty(call.to, own.outsidePrefix);
  const insideFrom = call.fromInside ?? (isInside(from, own) ? from : null);
  const insideTo = isInside(to, own) ? to : (call.toInside ?? null);
  if (insideFrom !== null && insideTo !== null) return 'internal';
  if (insideFrom !== null)
    return { direction: 'out', ownParty: insideFrom, ...toOtherParty(call.to, to) };
  if (insideTo !== null)
    return {
      direction: 'in',
      ownParty: call.toInside ?? insideTo,
      ...toOtherParty(call.from, from),
    };
  return 'unknown';
}

/** Says what stands there instead of a number that is not hidden. */
export function toOtherParty(written: string, otherParty: string | null): OtherParty {
  const unread = unreadParty(written, otherParty);
  return unread === undefined ? { otherParty } : { otherParty, unread };
}
