/** A deletion that the user may still undo. */
export type Deletion = {
  id: string;
  /** 'Call on NP0001, R 33.00'. */
  name: string;
  /** The version that the user saw. */
  version: number;
  /** Why a firm admin deletes it. */
  reason?: string;
  /** The server was not reached: it is sent again until the server answers. */
  isWaiting?: true;
};

/**
 * The local storage key of a user's pending deletions; absent without any. They outlive the page
 * and the session, as unsent entries do.
 */
export const journalKey = (userId: string) => `recoup:deletions:${userId}`;
