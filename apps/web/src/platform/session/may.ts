import { type Action, can, type Role } from '@recoup/contract/core/access';
import { endedReason } from './ended-session.ts';
import { session } from './session.ts';

/** The role of the session, or of the one that ended on a page that is kept open. */
let lastRole: string | null = null;

/**
 * Whether the signed-in user may do it, by the table of the contract: a page leaves out what its
 * user may not do. A page that is kept open for a sign-in stays as it was, with what was typed. The
 * server decides.
 */
export function may(action: Action): boolean {
  lastRole = session.role() ?? (endedReason.get() === undefined ? null : lastRole);
  if (lastRole === null) return false;
  const principal = {
    role: Number(lastRole) as Role, // from the server's answer
    session: 'full',
    owesFactor: false,
  } as const;
  return can(principal, action) === 'allowed';
}
