import { newId } from '@recoup/contract/core/ids';
import type { User } from '@recoup/contract/users/user';
import type { AuditContext, FirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { findUser, insertUser, type NewUser } from '../users.repository.ts';

/** Returns undefined if the e-mail is taken. */
export async function createUser(
  trx: Trx,
  by: AuditContext,
  user: Omit<NewUser, 'id' | 'passwordResetRequired' | 'createdAt' | 'invitedAt'>,
): Promise<string | undefined> {
  const id = newId();
  const isInserted = await insertUser(trx, {
    ...user,
    id,
    passwordResetRequired: true,
    createdAt: by.now,
    invitedAt: by.now,
  });
  if (!isInserted) return undefined;
  const { firmId = null, passwordHash: _, ...details } = user;
  await recordAudit(trx, by, { action: 'user.created', subjectId: id, firmId, details });
  return id;
}

export async function getRegistered(
  trx: Trx,
  firm: FirmScope,
  of: { id: string; now: Date },
): Promise<User> {
  const user = await findUser(trx, firm, of);
  if (!user) throw new AppError('not_found');
  return user;
}
