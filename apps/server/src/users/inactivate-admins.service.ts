import { userStatus } from '@recoup/contract/core/access';
import type { AuditContext, FirmScope } from '../platform/core/actor.ts';
import { AppError, invalidField } from '../platform/core/app-error.ts';
import type { Trx } from '../platform/database/connections.ts';
import { lockAdmins, type LockedUser } from './locked-users.repository.ts';
import { updateProfile } from './update-profile.ts';

/**
 * Makes the other admins of a firm Inactive and ends their sessions; a blocked one stays Blocked.
 * Throws `invalid_input` for a user who is no firm admin of the firm, or who is not
 * active where another one is.
 */
export async function inactivateOtherAdmins(
  trx: Trx,
  by: AuditContext,
  { firm, adminId }: { firm: FirmScope; adminId: string },
): Promise<void> {
  const admins = await lockAdmins(trx, firm, adminId);
  const named = admins.find(({ id }) => id === adminId);
  if (!named) throw invalidAdmin('This person is not a firm admin of this firm.');
  const others = admins.filter(({ id }) => id !== adminId);
  if (others.length > 0) requireActive(named);
  for (const user of others)
    await updateProfile(trx, by, { user, after: { ...user, status: userStatus.inactive } });
}

/** Or the firm would lose its last active admin. */
function requireActive({ status }: LockedUser): void {
  if (status === userStatus.active) return;
  throw invalidAdmin(
    status === userStatus.blocked
      ? `${blocked} Please name another person.`
      : 'This person is Inactive, and the firm would have no active admin. ' +
          'Please make them Active first.',
  );
}

export const blocked = 'Blocked. Only an operator can unblock it.';

function invalidAdmin(message: string): AppError {
  return invalidField('admin', message);
}
