import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { session } from '../../platform/session/session.ts';
import { tellNotDone, undoable } from '../../ui/feedback/undo.ts';
import { deleteEntry } from '../entries.queries.ts';
import { forgetLists, rememberLists } from './counted-entries.ts';
import { type Deletion, listJournal, saveJournal } from './deletion-journal.ts';

/** Ids of entries that the lists leave out: deleted ones, and those that still can be undone. */
let hidden: ReadonlySet<string> | undefined;
/** Those that this page began; others are of before it was loaded. */
const begun = new Set<string>();
const listeners = new Set<() => void>();

/** Hides the entry at once, and deletes it after the time in which the user can undo it. */
export function deleteSoon(client: QueryClient, deletion: Deletion): void {
  const token = session.token();
  begun.add(deletion.id);
  rememberLists(client, deletion.id);
  setHidden([...hiddenIds(), deletion.id]);
  undoable({
    text: `${deletion.name} deleted.`,
    needsNetwork: true,
    undo: () => show(deletion),
    finish: async () => finish(client, deletion, token),
  });
}

/** Does again what was under way when the page was loaded again. */
export async function resumeDeletions(client: QueryClient): Promise<void> {
  const token = session.token();
  const all = listJournal().filter(({ id }) => !begun.has(id));
  setHidden([...hiddenIds(), ...all.map(({ id }) => id)]);
  await Promise.all(all.map(async (deletion) => finish(client, deletion, token)));
}

/** Ids to leave out of the lists. */
export function useDeletedIds(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, hiddenIds);
}

async function finish(
  client: QueryClient,
  deletion: Deletion,
  token: string | null,
): Promise<boolean> {
  // Not before: another tab that begins as a copy of this one must not delete what can be undone.
  saveJournal([...others(deletion), deletion]);
  const why = await whyNot(deletion, token);
  saveJournal(others(deletion));
  if (why === undefined) forgetLists(deletion.id);
  else {
    show(deletion);
    tellNotDone(`Not deleted: ${deletion.name}. ${why}`);
  }
  // Not awaited: the preview of a closing is read again, and waits for deletions.
  for (const queryKey of [queryKeys.entries, queryKeys.matters])
    void client.invalidateQueries({ queryKey });
  return why === undefined;
}

/** Deletes it; undefined if it is gone, else why it is not. */
async function whyNot(
  { id, version, reason }: Deletion,
  token: string | null,
): Promise<string | undefined> {
  // Another user may have signed in.
  if (session.token() !== token) return 'You were signed out before.';
  try {
    await deleteEntry(id, { version, ...(reason !== undefined && { reason }) });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return undefined;
    return error.code === 'changed_meanwhile'
      ? 'It was changed meanwhile. Look at it before you delete it again.'
      : error.message;
  }
}

function show(deletion: Deletion): void {
  setHidden([...hiddenIds()].filter((id) => id !== deletion.id));
}

function others({ id }: Deletion): Deletion[] {
  return listJournal().filter((each) => each.id !== id);
}

function hiddenIds(): ReadonlySet<string> {
  hidden ??= new Set(listJournal().map(({ id }) => id));
  return hidden;
}

function setHidden(ids: readonly string[]): void {
  hidden = new Set(ids);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
