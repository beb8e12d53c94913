import type { QueryClient } from '@tanstack/react-query';
import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { isUnanswered } from '../../platform/api/api-error.ts';
import { paths } from '../../platform/browser/paths.ts';
import { withSlownessNotice } from '../../ui/feedback/slow-answer.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { tellNotDone, undoable } from '../../ui/feedback/undo.ts';
import { createStore, useStore } from '../../ui/lib/store.ts';
import { callName } from './call-texts.ts';
import {
  type Decided,
  type Decisions,
  type CallAction,
  type Failure,
  isDecided,
} from './decided-calls.ts';
import { decideCall, refreshCalls } from './open-calls.queries.ts';

const decisions = createStore<Decisions>({ decided: new Map(), failures: new Map() });
/** Calls whose decision was accepted; the next lists know it. */
const accepted = new Set<string>();
/** An answer that takes longer is announced as awaited. */
const slowMs = 2_000;

/**
 * Hides the call at once and sends the decision; what became of it is said once it is known, with
 * an offer to undo it. A second press is ignored.
 */
export async function decide(client: QueryClient, action: CallAction): Promise<void> {
  const { call, decision, text } = action;
  if (isDecided(decisions.get(), call)) return;
  accepted.delete(call._id);
  change(call._id, { decided: { call, decision } });
  const isDone = await send(client, action);
  if (isDone && decision.state === 'loose') toast(text);
  else if (isDone) undoable({ text, undo: () => void takeBack(client, call) });
}

export function useDecisions(): Decisions {
  return useStore(decisions);
}

/** The number is no longer private: lists show its calls again. */
export function forgetPrivate(number: string): void {
  for (const [id, { call, decision }] of decisions.get().decided)
    if (decision.state === 'private' && call.otherParty === number) change(id, {});
}

/** Whether it was accepted; the row shows why not, and keeps what was typed. */
async function send(client: QueryClient, { call, decision, matter }: CallAction): Promise<boolean> {
  try {
    await sendDecision(call, decision);
  } catch (error) {
    const failure = { decision, message: errorMessage(error), ...(matter && { matter }) };
    change(call._id, { failure });
    tellFailure(call, error, failure.message);
    void refresh(client);
    return false;
  }
  accepted.add(call._id);
  void refresh(client);
  return true;
}

/**
 * Lists that were read after a decision show what became of the call since: it is open again when
 * its entry is deleted.
 */
async function refresh(client: QueryClient): Promise<void> {
  const known = [...accepted];
  if (!(await refreshCalls(client))) return;
  for (const id of known) if (accepted.delete(id)) change(id, {});
}

/** From the notice, which may be shown on another page by now. */
async function takeBack(client: QueryClient, call: CallRecord): Promise<void> {
  try {
    await sendDecision(call, { state: 'loose' });
    change(call._id, {});
  } catch (error) {
    tellNotDone(`Not undone: ${callName(call)}. ${errorMessage(error)}`);
  }
  await refresh(client);
}

/** Its row says why, which an attorney has in sight on the page of open calls. */
function tellFailure(call: CallRecord, error: unknown, message: string): void {
  if (isUnanswered(error)) toast(`Perhaps not saved: ${callName(call)}. ${message}`, 'bad');
  else if (window.location.pathname !== paths.ownCalls)
    tellNotDone(`Not saved: ${callName(call)}. ${message}`);
}

async function sendDecision(
  call: CallRecord,
  decision: Parameters<typeof decideCall>[1],
): Promise<void> {
  await withSlownessNotice(callName(call), () => decideCall(call._id, decision), slowMs);
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Replaces what is known of a call. */
function change(id: string, next: { decided?: Decided; failure?: Failure }): void {
  const { decided, failure } = next;
  const before = decisions.get();
  decisions.set({
    decided: replaced(before.decided, id, decided),
    failures: replaced(before.failures, id, failure),
  });
}

function replaced<Value>(
  map: ReadonlyMap<string, Value>,
  id: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const next = new Map(map);
  next.delete(id);
  if (value !== undefined) next.set(id, value);
  return next;
}
