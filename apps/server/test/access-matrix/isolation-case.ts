import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { type AuditContext, type FirmScope, noFactor } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { AppError } from '../../src/platform/core/app-error.ts';
import type { FirmFixture } from './firm-fixture.ts';

/**
 * A function of a repository, called with the scope of firm B (`own`) for rows of firm A (`of`).
 */
export type IsolationCase = {
  name: string;
  room: string;
  open: (trx: Trx, own: FirmScope, of: FirmFixture) => Promise<unknown>;
  /**
   * The answer; otherwise it only must not show anything of firm A. Nothing of firm A may change
   * either way.
   */
  answers?: unknown;
};

/** The functions of a room by name: how each is called, and perhaps its answer. */
export function isolationCasesOf(
  room: string,
  cases: Record<string, readonly [open: IsolationCase['open'], answers?: unknown]>,
): readonly IsolationCase[] {
  return Object.entries(cases).map(([name, [open, ...rest]]) => ({
    room,
    name,
    open,
    ...(rest.length > 0 && { answers: rest[0] }),
  }));
}

export const now = new Date('2026-03-18T08:00:00Z');

/** As the firm's admin would be recorded in the audit log. */
export function auditOf(scope: FirmScope): AuditContext {
  const actor = {
    userId: newId(),
    sessionId: newId(),
    name: '',
    email: '',
    role: role.attorneyAdmin,
    session: 'full' as const,
    scope,
    authenticatedAt: now,
    endsAt: now,
    ...noFactor,
  };
  return { actor, address: 'x', requestId: 'x', now };
}

/** Everything that a stream yields. */
export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of source) found.push(each);
  return found;
}

/** The error code of a service; the database may reject too, but without a code. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}
