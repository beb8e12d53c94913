import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { listOpenCalls } from './known-calls.ts';

export type DoubtfulCall = {
  id: string;
  attorneyId: string | null;
  /** In South Africa. */
  day: string;
  startedAt: Date;
  /** An entry that is probably the same call; without one, the matter of the call is not known. */
  entryId: string | undefined;
};

/** Open calls of a period whose matter is not known, or that were probably recorded by hand. */
export async function listDoubtfulCalls(
  db: Db,
  firm: FirmScope,
  of: { from?: string | undefined; to?: string | undefined; attorney?: string | undefined },
): Promise<DoubtfulCall[]> {
  const calls = await listOpenCalls(db, firm, of);
  return calls
    .filter(({ matterId, entryId }) => entryId !== undefined || matterId === null)
    .map(({ id, attorneyId, day, startedAt, entryId }) => ({
      id,
      attorneyId,
      day,
      startedAt,
      entryId,
    }));
}
