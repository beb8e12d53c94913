import type { CallDecision, CallRecord } from '@recoup/contract/call-records/endpoints';
import { toCents, toCentsTotal, toRandTotal } from '@recoup/contract/core/money';
import type { CallPage } from './open-calls.queries.ts';

type Matter = NonNullable<CallRecord['matter']>;
/** `text` announces it: 'Call recorded on NP0001, R 33.00.' `matter`: the chosen one. */
export type CallAction = {
  call: CallRecord;
  decision: CallDecision;
  text: string;
  matter?: Matter;
};
/** A decision that was refused, with its content for another try. */
export type Failure = Pick<CallAction, 'decision' | 'matter'> & { message: string };
export type Decided = { call: CallRecord; decision: CallDecision };
/** By call: decisions that were sent and not taken back, and those that failed. */
export type Decisions = {
  decided: ReadonlyMap<string, Decided>;
  failures: ReadonlyMap<string, Failure>;
};

export function isOpen({ state }: Pick<CallRecord, 'state'>): boolean {
  return state === 'loose' || state === 'proposed';
}

/**
 * Whether lists leave the call out, because its row is of the time before the decision. A private
 * number hides its other calls too.
 */
export function isDecided({ decided }: Decisions, call: CallRecord): boolean {
  const own = decided.get(call._id);
  if (own) return callPhase(own.call) === callPhase(call);
  return isOpen(call) && [...decided.values()].some((each) => makesPrivate(each, call));
}

type Page = Pick<CallPage, 'data' | 'count' | 'open' | 'sum'>;

/** A page without calls that were decided since; of these the open ones leave its sum too. */
export function withoutDecided<P extends Page>(page: P, decisions: Decisions): P {
  const decided = page.data.filter((call) => isDecided(decisions, call));
  if (decided.length === 0) return page;
  const wereOpen = decided.filter(isOpen);
  const cents = wereOpen.reduce((sum, { price }) => sum + BigInt(toCents(price ?? 0)), 0n);
  return {
    ...page,
    data: page.data.filter((call) => !decided.includes(call)),
    count: page.count - decided.length,
    open: page.open - wereOpen.length,
    sum: toRandTotal(toCentsTotal(page.sum) - cents),
  };
}

/** Both open states are one: a call may be proposed only after its list was read. */
function callPhase(call: CallRecord): string {
  return isOpen(call) ? 'open' : call.state;
}

function makesPrivate({ call, decision }: Decided, other: CallRecord): boolean {
  return (
    decision.state === 'private' &&
    call.otherParty !== null &&
    call.otherParty === other.otherParty &&
    call.attorney?._id === other.attorney?._id
  );
}
