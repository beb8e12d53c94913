import { type Action, can, type Role } from '@recoup/contract/core/access';
import { session } from './session.ts';

/**
 * Whether the signed-in user may do it, by the table of the contract: a page leaves out what its
 * user may not do. The server decides.
 */
export function may(action: Action): boolean {
  const role = session.role();
  if (role === null) return false;
  const principal = {
    role: Number(role) as Role, // kept from the server's answer
    session: 'full',
    owesFactor: false,
  } as const;
  return can(principal, action) === 'allowed';
}
