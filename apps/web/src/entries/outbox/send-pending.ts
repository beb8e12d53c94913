import type { ReachedCap } from '@recoup/contract/matters/caps';
import type { ApiError } from '../../platform/api/api-error.ts';
import { isPassing } from './retry.ts';
import type { PendingEntry } from './pending-entries.ts';

/**
 * The server's price, the cap of the matter if it has reached a level of it, and whether the clock
 * of the device is wrong.
 */
export type Accepted = {
  sentCents: number;
  cap?: ReachedCap | undefined;
  isClockWrong?: boolean;
};

/** The server calls of the sender. Each throws `ApiError`. */
export type EntryServer = {
  /** Answers the same entry for the same request. */
  create: (body: PendingEntry['body']) => Promise<Accepted>;
  replace: (body: PendingEntry['body']) => Promise<Accepted>;
  /** Undefined for an entry that is not there. */
  findCents: (id: string) => Promise<number | undefined>;
};

/** `isDeleted`: it cannot be corrected, only discarded or recorded again under another id. */
type Outcome = Accepted | 'waiting' | { refused: string; isDeleted?: true };

/**
 * Sends one entry and returns its next state. `waiting`: retry later. A conflict means the server
 * accepted the id before: either side has corrected it since, and a local correction is sent. If
 * the server no longer has it, the entry was deleted there.
 */
export async function sendEntry(
  entry: PendingEntry,
  server: EntryServer,
  isApiError: (error: unknown) => error is ApiError,
): Promise<Outcome> {
  try {
    return await server.create(entry.body);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code !== 'conflict') return afterError(error);
    return afterConflict(entry, server, { message: error.message, isApiError });
  }
}

async function afterConflict(
  entry: PendingEntry,
  server: EntryServer,
  { message, isApiError }: { message: string; isApiError: (error: unknown) => error is ApiError },
): Promise<Outcome> {
  try {
    const cents = await server.findCents(entry.body._id);
    // It was deleted there; the server says so.
    if (cents === undefined) return { refused: message, isDeleted: true };
    return entry.isCorrected ? await server.replace(entry.body) : { sentCents: cents };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return afterError(error);
  }
}

function afterError(error: ApiError): Outcome {
  if (isPassing(error)) return 'waiting';
  return { refused: Object.values(error.fields).join(' ') || error.message };
}
