import { role } from '@recoup/contract/core/access';
import { type AuditContext, type FirmScope, noFactor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { listRunners } from '../schedules/hand-overs.repository.ts';

/**
 * The firm admin in whose name a hand-over runs, as a job: never with more rights than now.
 * Undefined for one who is not the firm's admin any more.
 */
export async function findRunner(
  db: Db,
  firm: FirmScope,
  { userId, now, runId }: { userId: string; now: Date; runId: string },
): Promise<AuditContext | undefined> {
  const runner = (await listRunners(db, firm)).find(({ id }) => id === userId);
  if (!runner) return undefined;
  const { name, email } = runner;
  const actor = {
    userId,
    name,
    email,
    sessionId: '',
    isJob: true,
    role: role.attorneyAdmin,
    session: 'full' as const,
    scope: firm,
    authenticatedAt: now,
    endsAt: now,
    ...noFactor,
  };
  return { actor, address: '', requestId: `hand-over ${runId}`, now };
}
