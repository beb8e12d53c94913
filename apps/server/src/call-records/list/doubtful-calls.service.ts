import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { doubtfulCalls, type DoubtfulCalls } from './compared-calls.repository.ts';
import { listCallPairs } from './known-calls.ts';

export type { DoubtfulCalls };

/** Open calls whose matter is not known, or that were probably recorded by hand. */
export async function findDoubtfulCalls(
  db: Db,
  firm: FirmScope,
  of: { from?: string | undefined; to?: string | undefined; attorney?: string | undefined },
): Promise<DoubtfulCalls> {
  const pairs = await listCallPairs(db, firm, of);
  return doubtfulCalls(firm, { filter: { ...of, decided: 'open' }, pairs });
}
