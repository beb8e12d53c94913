import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { type AuditContext, type FirmScope, noFactor } from '../src/platform/core/actor.ts';

const now = new Date('2026-03-18T08:00:00Z');

/** As an admin of the firm, who has just signed in, would be recorded in the audit log. */
export function auditContext(
  scope: FirmScope,
  { userId = newId(), authenticatedAt = now } = {},
): AuditContext {
  const actor = {
    userId,
    sessionId: newId(),
    name: '',
    email: '',
    role: role.attorneyAdmin,
    session: 'full' as const,
    scope,
    authenticatedAt,
    endsAt: now,
    ...noFactor,
  };
  return { actor, address: 'x', requestId: 'x', now };
}
