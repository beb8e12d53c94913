import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { formatRand } from '@recoup/contract/core/money';
import { ApiError } from '../../platform/api/api-error.ts';
import { session } from '../../platform/session/session.ts';
import { toast, withdrawToast } from '../../ui/feedback/toast.tsx';
import { tellNotDone, undoable } from '../../ui/feedback/undo.ts';
import { createStore, useStore } from '../../ui/lib/store.ts';
import { invalidate } from '../../platform/api/read.ts';
import { reachedSentence } from '../caps/cap-texts.ts';
import { hasPhotos, waitingPhotos } from '../photos/waiting-photos.ts';
import { deleteEntry, entryServer } from '../entries.queries.ts';
import { isPassing, retryMs } from './retry.ts';
import { type Accepted, sendEntry } from './send-pending.ts';
import {
  isPendingEntryKey,
  listAllPending,
  listPendingEntries,
  savePendingEntry,
  deletePendingEntry,
  type PendingEntry,
} from './pending-entries.ts';

/** Its notice went with the page that showed it: it can no longer be undone. */
const forgottenMs = 60_000;
/** Changes with the stored entries. */
const version = createStore(0);
let sending: Promise<void> | undefined;

export type PendingEntries = {
  entries: readonly PendingEntry[];
  /**
   * Saves it on the device and sends it once online. A correction of an entry that is being sent
   * follows it. Throws if the storage is full.
   */
  save: (entry: Pick<PendingEntry, 'body' | 'names' | 'cents'>, isCorrection: boolean) => void;
  /** Hides it at once. The user can undo it for a while; then it is gone for good. */
  discard: (entry: PendingEntry) => void;
  /** One that the firm deleted was recorded again. */
  forget: (entry: PendingEntry) => void;
};

/** The user's unsent entries, sent now, when back online, and at intervals. */
export function usePendingEntries(userId: string): PendingEntries {
  const client = useQueryClient();
  const now = useStore(version);
  // The version tells when the storage changed.
  const entries = useMemo(
    () => (now < 0 ? [] : listPendingEntries(localStorage, userId)),
    [now, userId],
  );
  // The network and other tabs are outside React.
  useEffect(() => {
    const send = () => void sendAll(client, userId);
    const sendAgain = () => void sendOnceMore(client, userId);
    // Their list is shown before the network is there, and never that of another user.
    if (hasPhotos(userId)) void showPhotos(userId);
    else waitingPhotos.set([]);
    const other = (event: StorageEvent) => isPendingEntryKey(event.key, userId) && changed();
    send();
    const timer = setInterval(send, retryMs);
    window.addEventListener('online', sendAgain);
    document.addEventListener('visibilitychange', send);
    window.addEventListener('storage', other);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sendAgain);
      document.removeEventListener('visibilitychange', send);
      window.removeEventListener('storage', other);
    };
  }, [client, userId]);
  return {
    entries,
    save: (entry, isCorrection) => {
      put(userId, {
        ...entry,
        ...waitingState(findPendingEntry(userId, entry.body._id), isCorrection),
      });
      void sendAll(client, userId).then(() => announceWaiting(userId, entry.body._id));
    },
    discard: (entry) => discardSoon(client, userId, entry),
    forget: (entry) => remove(userId, entry),
  };
}

/** Also what is being sent, whose requests may be failing. */
async function sendOnceMore(client: QueryClient, userId: string): Promise<void> {
  const token = session.token();
  await sending;
  // Another user may have signed in meanwhile.
  if (session.token() === token) await sendAll(client, userId);
}

async function sendAll(client: QueryClient, userId: string): Promise<void> {
  sending ??= sendInOrder(client, userId)
    .then(async () => sendItsPhotos(client, userId))
    .finally(() => (sending = undefined));
  return sending;
}

const loadPhotos = async () => import('../photos/photo-store.ts');
const loadSending = async () => import('../photos/send-photos.ts');

async function showPhotos(userId: string): Promise<void> {
  // The next round tries again.
  const store = await loadPhotos().catch(() => undefined);
  await store?.readPhotos(userId);
}

/** After the entries, with which photos were taken. */
async function sendItsPhotos(client: QueryClient, userId: string): Promise<void> {
  if (!hasPhotos(userId)) return;
  const sender = await loadSending().catch(() => undefined);
  await sender?.sendPhotos(client, userId);
}

/** One after the other, in the order of recording; stops where the network or the session does. */
async function sendInOrder(client: QueryClient, userId: string): Promise<void> {
  const token = session.token();
  for (const { body } of listAllPending(localStorage, userId)) {
    if (session.token() !== token) return;
    // As it is by now: the one before took its time.
    const entry = findPendingEntry(userId, body._id);
    if (entry && isForgotten(entry)) await dropDiscarded(client, userId, entry);
    const isDue = entry?.state === 'waiting' && entry.discardedAt === undefined;
    if (isDue && !(await sendOne(client, userId, entry))) return;
  }
}

/** False when there is no use in trying the next one now. */
async function sendOne(client: QueryClient, userId: string, entry: PendingEntry): Promise<boolean> {
  put(userId, { ...entry, isAttempted: true });
  const outcome = await sendEntry(entry, entryServer, (error) => error instanceof ApiError);
  const stored = findPendingEntry(userId, entry.body._id);
  // Corrected or thrown away while it was under way: the next round sends what it is now.
  const isSame = stored !== undefined && JSON.stringify(stored.body) === JSON.stringify(entry.body);
  if (outcome === 'waiting') return false;
  if (!isSame || stored.discardedAt !== undefined) return true;
  withdrawToast(waitingText(entry));
  if ('refused' in outcome) {
    put(userId, {
      ...stored,
      state: outcome.isDeleted === true ? 'deleted' : 'refused',
      message: outcome.refused,
    });
    toast(`Not accepted: ${pendingEntryName(entry)}. ${outcome.refused}`, 'bad');
    return true;
  }
  deletePendingEntry(localStorage, userId, entry.body._id);
  await announceRecorded(client, entry, outcome);
  changed();
  return true;
}

/** The server's price counts; it differs if call fees have changed. */
export async function announceRecorded(
  client: QueryClient,
  { cents, names }: Pick<PendingEntry, 'cents' | 'names'>,
  { sentCents, cap, isClockWrong }: Accepted,
): Promise<void> {
  const recorded = `Recorded: ${formatRand(sentCents)} on ${names.matterNumber}`;
  const isSame = sentCents === cents;
  toast(
    isSame ? `${recorded}.` : `${recorded}, not ${formatRand(cents)}: your prices have changed.`,
    isSame ? 'good' : 'bad',
  );
  if (isClockWrong) toast(wrongClock, 'bad');
  if (cap) toast(reachedSentence(names.matterNumber, cap), 'bad');
  await invalidate(client, ['entries', 'matters', ...(isSame ? [] : (['account'] as const))]);
}

const wrongClock =
  'The clock of this device is wrong, so the entry may have a wrong date and start. ' +
  'Set the clock, and look at the entry.';

function announceWaiting(userId: string, id: string): void {
  const stored = findPendingEntry(userId, id);
  if (stored?.state === 'waiting') toast(waitingText(stored));
}

function waitingText(entry: PendingEntry): string {
  const when = session.isSignedIn() ? 'when you are back online' : 'after you sign in';
  return `Saved on this device: ${pendingEntryName(entry)}. It is sent ${when}.`;
}

function pendingEntryName({ cents, names }: PendingEntry): string {
  return `${formatRand(cents)} on ${names.matterNumber}`;
}

/** The state of an entry saved again: waiting, perhaps already on the server. */
function waitingState(
  earlier: PendingEntry | undefined,
  isCorrection: boolean,
): Pick<PendingEntry, 'recordedAt' | 'state' | 'message' | 'isAttempted' | 'isCorrected'> {
  const isAttempted = earlier?.isAttempted ?? isCorrection;
  const recordedAt = earlier?.recordedAt ?? new Date().toISOString();
  return { recordedAt, state: 'waiting', message: null, isAttempted, isCorrected: isAttempted };
}

function discardSoon(client: QueryClient, userId: string, entry: PendingEntry): void {
  const id = entry.body._id;
  const token = session.token();
  // Another tab has sent an entry that is no longer stored.
  const stored = findPendingEntry(userId, id) ?? { ...entry, isAttempted: true };
  // Removed first: a full storage has no room for the longer one.
  deletePendingEntry(localStorage, userId, id);
  put(userId, { ...stored, discardedAt: new Date().toISOString() });
  undoable({
    text: `${pendingEntryName(entry)} discarded.`,
    undo: () => {
      put(userId, { ...(findPendingEntry(userId, id) ?? stored), discardedAt: undefined });
      void sendAll(client, userId);
    },
    finish: async () => {
      // An answer that is under way says whether the server has it.
      await sending;
      const found = findPendingEntry(userId, id);
      // Another user, who has no such entry, may have signed in: the next session drops it.
      const isOwn = session.token() === token;
      if (isOwn && found?.discardedAt !== undefined) await dropDiscarded(client, userId, found);
      return true;
    },
  });
}

function isForgotten({ discardedAt }: PendingEntry): boolean {
  return discardedAt !== undefined && Date.now() - Date.parse(discardedAt) > forgottenMs;
}

/** Also on the server, which may have it; without an answer the next round tries again. */
async function dropDiscarded(
  client: QueryClient,
  userId: string,
  entry: PendingEntry,
): Promise<void> {
  try {
    if (entry.isAttempted) await deleteEntry(entry.body._id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isPassing(error)) return;
    if (error.status !== 404)
      tellNotDone(`Not discarded: ${pendingEntryName(entry)}. ${error.message}`);
  }
  if (hasPhotos(userId)) await (await loadSending()).dropPhotosOf(userId, entry.body._id);
  remove(userId, entry);
  if (entry.isAttempted) void invalidate(client, ['entries']);
}

function remove(userId: string, { body }: PendingEntry): void {
  deletePendingEntry(localStorage, userId, body._id);
  changed();
}

function findPendingEntry(userId: string, id: string): PendingEntry | undefined {
  return listAllPending(localStorage, userId).find(({ body }) => body._id === id);
}

function put(userId: string, entry: PendingEntry): void {
  savePendingEntry(localStorage, userId, entry);
  changed();
}

function changed(): void {
  version.set(version.get() + 1);
}
