import type { ApiError } from '../platform/api-error.ts';
import type { UnsentEntry } from './unsent.ts';

/** What the sender needs of the server. Each throws `ApiError`. */
export type EntryServer = {
  /** Answers the same entry for the same request. */
  readonly create: (body: UnsentEntry['body']) => Promise<void>;
  readonly replace: (body: UnsentEntry['body']) => Promise<void>;
  readonly exists: (id: string) => Promise<boolean>;
};
/** `isDeleted`: it cannot be mended, only thrown away or recorded anew. */
type Outcome = 'sent' | 'waiting' | { readonly refused: string; readonly isDeleted?: true };

/**
 * Sends one entry, and says what is to become of it. `waiting`: try again later; nothing is known, or the session has ended.
 * An id that the server has with other content was taken before, and was corrected since: here (then the correction is sent) or there.
 * One that it refuses and does not have was taken before, and was deleted since.
 */
export async function sendEntry(
  entry: UnsentEntry,
  server: EntryServer,
  isApiError: (error: unknown) => error is ApiError,
): Promise<Outcome> {
  try {
    await server.create(entry.body);
    return 'sent';
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code !== 'conflict') return afterError(error);
    return afterConflict(entry, server, { message: error.message, isApiError });
  }
}

async function afterConflict(
  entry: UnsentEntry,
  server: EntryServer,
  { message, isApiError }: { message: string; isApiError: (error: unknown) => error is ApiError },
): Promise<Outcome> {
  try {
    // It was deleted there; the server says so.
    if (!(await server.exists(entry.body._id))) return { refused: message, isDeleted: true };
    if (entry.isCorrected) await server.replace(entry.body);
    return 'sent';
  } catch (error) {
    if (!isApiError(error)) throw error;
    return afterError(error);
  }
}

/** What a person has to mend is refused; everything else may be over in a moment. */
function afterError({ status, code, message, fields }: ApiError): Outcome {
  const isPassing = status === 0 || status >= 500 || status === 401 || status === 429 || code === 'password_change_required';
  if (isPassing) return 'waiting';
  return { refused: Object.values(fields).join(' ') || message };
}
