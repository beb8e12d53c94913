import type { CallDecision, CallRecord } from '@recoup/contract/call-records/endpoints';

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

export function withoutDecided<Page extends { data: CallRecord[]; count: number }>(
  page: Page,
  decisions: Decisions,
): Page {
  const data = page.data.filter((call) => !isDecided(decisions, call));
  return data.length === page.data.length
    ? page
    : { ...page, data, count: page.count - page.data.length + data.length };
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
