import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { invalidate } from '../../platform/api/read.ts';
import { currentUserQuery, readUserCopy } from '../../platform/session/current-user.ts';
import { session } from '../../platform/session/session.ts';
import { toast, withdrawToast } from '../../ui/feedback/toast.tsx';
import { tellNotDone, undoable } from '../../ui/feedback/undo.ts';
import { createStore } from '../../ui/lib/store.ts';
import { deleteEntry } from '../entries.queries.ts';
import { isPassing, retryMs } from '../outbox/retry.ts';
import { forgetLists, rememberLists } from './counted-entries.ts';
import { type Deletion, journalKey } from './deletion-journal.ts';

type By = { userId: string; token: string | null };
type Shown = {
  userId: string;
  /** Entries that the lists leave out: deleted ones, and those that still can be undone. */
  hidden: ReadonlySet<string>;
  waiting: readonly Deletion[];
};
/** A deletion without an answer for so long is listed as one that waits. */
const lateMs = 4_000;

type Attempt = { isUndone: boolean; isReplaced: boolean };
type Refusal = { why: string; isPassing?: boolean };

let shown: Shown | undefined;
/** Counts the changes of what is shown. */
const changes = createStore(0);
/** Deletions under way by their entry; a later one replaces one that hangs. */
const attempts = new Map<string, Attempt>();
let isWatching = false;
let isRetrying = false;
/** How often the network has come back since the first deletion was sent. */
let returns = 0;

/** Hides the entry at once, and deletes it after the time in which the user can undo it. */
export function deleteSoon(client: QueryClient, deletion: Deletion): void {
  const by = currentUser(client);
  const { id, name } = deletion;
  rememberLists(client, id);
  hide(by.userId, [id]);
  undoable({
    text: navigator.onLine ? `${name} deleted.` : laterText(deletion),
    undo: () => show(by.userId, id),
    finish: async () => finish(client, by, deletion),
  });
}

/** Sends again what did not arrive: before the page was loaded, or without a network. */
export async function resumeDeletions(client: QueryClient): Promise<void> {
  const by = currentUser(client);
  if (by.token === null) return;
  const all = listJournal(by.userId).filter(({ id }) => !attempts.has(id));
  hide(by.userId, all.map(deletionId));
  await Promise.all(all.map(async (deletion) => finish(client, by, deletion)));
}

/** Ids to leave out of the lists. */
export function useDeletedIds(): ReadonlySet<string> {
  return useShown().hidden;
}

/** Deletions that wait for the network, and how to call one off. */
export function useWaitingDeletions() {
  const { userId, waiting } = useShown();
  const keep = (deletion: Deletion) => {
    const { id } = deletion;
    const attempt = attempts.get(id);
    if (attempt) attempt.isUndone = true;
    withdrawToast(laterText(deletion));
    saveJournal(userId, others(userId, id));
    show(userId, id);
  };
  return { waiting, keep };
}

/** False if it is not deleted, which the user was told. */
async function finish(client: QueryClient, by: By, deletion: Deletion): Promise<boolean> {
  const { id, name } = deletion;
  // Not before: another tab must not delete what can be undone.
  const isJournaled = saveJournal(by.userId, [...others(by.userId, id), deletion]);
  const attempt = beginAttempt(id);
  watchNetwork(client);
  const before = returns;
  // Here, or in another tab; a full storage has no journal to look at.
  const isCalledOff = () =>
    attempt.isUndone || attempt.isReplaced || (isJournaled && !isInJournal(by.userId, id));
  const late = setTimeout(() => isCalledOff() || wait(client, by.userId, deletion), lateMs);
  const refusal = await send(deletion, by.token).finally(() => clearTimeout(late));
  if (attempt.isReplaced) return refusal === undefined;
  attempts.delete(id);
  if (refusal?.isPassing && isCalledOff()) {
    // Perhaps in another tab: the entry is there again.
    show(by.userId, id);
    refresh(client);
    return false;
  }
  if (refusal?.isPassing && wait(client, by.userId, deletion)) {
    resumeIfBack(client, before);
    return false;
  }
  const { isUndone } = attempt;
  const wasWaiting = isWaitingIn(by.userId, id);
  saveJournal(by.userId, others(by.userId, id));
  if (refusal === undefined) forgetLists(id);
  else show(by.userId, id);
  withdrawToast(laterText(deletion));
  if (refusal && !isUndone) tellNotDone(`Not deleted: ${name}. ${refusal.why}`);
  if (!refusal) tellDeleted(name, { isUndone, wasWaiting });
  hide(by.userId, []);
  refresh(client);
  return refusal === undefined;
}

function beginAttempt(id: string): Attempt {
  const earlier = attempts.get(id);
  if (earlier) earlier.isReplaced = true;
  const attempt = { isUndone: false, isReplaced: false };
  attempts.set(id, attempt);
  return attempt;
}

/** Not awaited: the preview of a closing is read again, and waits for deletions. */
function refresh(client: QueryClient): void {
  void invalidate(client, ['entries', 'matters']);
}

/** One that the user could still undo was announced before. */
function tellDeleted(name: string, was: { isUndone: boolean; wasWaiting: boolean }): void {
  if (was.isUndone) tellNotDone(`Not kept: ${name} was deleted already.`);
  else if (was.wasWaiting) toast(`${name} deleted.`);
}

/** Deletes it; undefined if it is gone, else why it is not. */
async function send(
  { id, version, reason }: Deletion,
  token: string | null,
): Promise<Refusal | undefined> {
  // Another user may have signed in.
  if (session.token() !== token) return { why: 'You were signed out before.', isPassing: true };
  try {
    await deleteEntry(id, { version, ...(reason !== undefined && { reason }) });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return undefined;
    if (error.code === 'changed_meanwhile')
      return { why: 'It was changed meanwhile. Look at it before you delete it again.' };
    return { why: error.message, isPassing: isPassing(error) };
  }
}

/** Puts it aside until the network is back. False without room on the device. */
function wait(client: QueryClient, userId: string, deletion: Deletion): boolean {
  const { id } = deletion;
  const wasWaiting = isWaitingIn(userId, id);
  if (!saveJournal(userId, [...others(userId, id), { ...deletion, isWaiting: true }])) return false;
  hide(userId, []);
  if (!wasWaiting) toast(laterText(deletion));
  if (!isRetrying) setInterval(() => void resumeDeletions(client), retryMs);
  isRetrying = true;
  return true;
}

/** The network may have come back while the request was failing. */
function resumeIfBack(client: QueryClient, before: number): void {
  if (returns > before) void resumeDeletions(client);
}

function watchNetwork(client: QueryClient): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('online', () => {
    returns += 1;
    void resumeDeletions(client);
  });
}

function laterText({ name }: Deletion): string {
  const when = session.isSignedIn() ? 'when you are back online' : 'after you sign in';
  return `Saved on this device: the deletion of ${name}. It is sent ${when}.`;
}

function currentUser(client: QueryClient): By {
  return { userId: userIdIn(client), token: session.token() };
}

function userIdIn(client: QueryClient): string {
  return (client.getQueryData(currentUserQuery.queryKey) ?? readUserCopy())?._id ?? '';
}

function useShown(): Shown {
  const userId = userIdIn(useQueryClient());
  return useSyncExternalStore(changes.subscribe, () => shownTo(userId));
}

function shownTo(userId: string): Shown {
  if (shown?.userId !== userId) shown = readShown(userId, listJournal(userId).map(deletionId));
  return shown;
}

function readShown(userId: string, ids: readonly string[]): Shown {
  const waiting = listJournal(userId).filter(({ isWaiting }) => isWaiting);
  return { userId, hidden: new Set(ids), waiting };
}

function hide(userId: string, ids: readonly string[]): void {
  change(userId, [...shownTo(userId).hidden, ...ids]);
}

function show(userId: string, id: string): void {
  change(
    userId,
    [...shownTo(userId).hidden].filter((each) => each !== id),
  );
}

function change(userId: string, ids: readonly string[]): void {
  shown = readShown(userId, ids);
  changes.set(changes.get() + 1);
}

function listJournal(userId: string): Deletion[] {
  // Written by `saveJournal` alone.
  return JSON.parse(localStorage.getItem(journalKey(userId)) ?? '[]') as Deletion[];
}

/** False for a full storage. */
function saveJournal(userId: string, deletions: readonly Deletion[]): boolean {
  const key = journalKey(userId);
  try {
    if (deletions.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(deletions));
    return true;
  } catch {
    return false;
  }
}

function isInJournal(userId: string, id: string): boolean {
  return listJournal(userId).some((each) => each.id === id);
}

function isWaitingIn(userId: string, id: string): boolean {
  return listJournal(userId).some((each) => each.id === id && each.isWaiting);
}

function others(userId: string, id: string): Deletion[] {
  return listJournal(userId).filter((each) => each.id !== id);
}

function deletionId({ id }: Deletion): string {
  return id;
}
