import { role, type Role } from '@recoup/contract/core/access';
import { endSessions } from '../account/session/sessions.service.ts';
import type { Actor, AuditContext } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { type LockedUser, lockUser } from './locked-users.repository.ts';

/** Whether the actor creates and changes users of a role: a firm admin attorneys and auditors. */
export function manages(actor: Actor, of: Role): boolean {
  return actor.role === role.systemAdmin
    ? of === role.attorneyAdmin
    : of === role.attorney || of === role.auditor;
}

/** A user whose role the actor manages. Throws `not_found`. */
export async function lockManagedUser(
  trx: Trx,
  { actor }: Pick<AuditContext, 'actor'>,
  id: string,
): Promise<LockedUser> {
  const user = await lockUser(trx, actor.scope, id);
  if (!user || !manages(actor, user.role)) throw new AppError('not_found');
  return user;
}

/** Signs a managed user out everywhere. Returns how many sign-ins ended. Throws `not_found`. */
export async function endUserSessions(db: Db, by: AuditContext, id: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { firmId } = await lockManagedUser(trx, by, id);
    const ended = await endSessions(trx, id, { now: by.now });
    const details = { ended };
    await recordAudit(trx, by, { action: 'user.sessions-ended', subjectId: id, firmId, details });
    return ended;
  });
}
