import type { SecondFactor } from '@recoup/contract/second-factor/endpoints';
import { lockOwner } from '../account/own-account.service.ts';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import type { AuditContext } from '../platform/core/actor.ts';
import { AppError, conflict } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { makeRecoveryCodes } from './enrolment.ts';
import { requireFactorUsed } from './factor-used.ts';
import {
  deleteFactor as deleteRow,
  listFactors,
  countRecoveryCodes,
  deleteRecoveryCodes,
} from './factors.repository.ts';

/** The caller's confirmed factors. */
export async function listOwnFactors(
  db: Db,
  userId: string,
): Promise<{ data: SecondFactor[]; recoveryCodesLeft: number }> {
  const factors = await listFactors(db, userId);
  const data = factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
    _id: id,
    kind,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return { data, recoveryCodesLeft: (await countRecoveryCodes(db, userId)).left };
}

type Removal = { id: string; password: string | undefined };

/**
 * Removes an own second factor, confirmed or not; with the last one the recovery codes.
 * Throws `not_found`, `reauthentication_required`, `invalid_input` for a wrong password,
 * `too_many_requests`, `conflict` for the last one while a policy requires one,
 * `changed_meanwhile`.
 */
export async function deleteFactor(db: Db, by: AuditContext & Client, { id, password }: Removal) {
  const account = await reauthenticateOwner(db, by, password);
  requireFactorUsed(by.actor);
  const { userId } = account;
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, account);
    const factors = await listFactors(trx, userId);
    const factor = factors.find((each) => each.id === id);
    const isLast = factor !== undefined && factors.length === 1;
    if (isLast && by.actor.secondFactor.isRequired) throw lastOne();
    if (!(await deleteRow(trx, { id, userId }))) throw new AppError('not_found');
    if (!factor) return;
    if (isLast) await deleteRecoveryCodes(trx, userId);
    const details = { factor: id, kind: factor.kind, name: factor.name };
    await recordAudit(trx, by, { action: 'user.factor-removed', subjectId: userId, details });
    await queueNotice(trx, account, { notice: 'factorRemoved', now: by.now });
  });
}

/**
 * Ends the recovery codes and returns new ones.
 * Throws `reauthentication_required`, `invalid_input` for a wrong password, `too_many_requests`,
 * `conflict` without a second factor, `changed_meanwhile`.
 */
export async function renewRecoveryCodes(
  db: Db,
  by: AuditContext & Client,
  password: string | undefined,
): Promise<string[]> {
  const account = await reauthenticateOwner(db, by, password);
  requireFactorUsed(by.actor);
  const { userId } = account;
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, account);
    if ((await listFactors(trx, userId)).length === 0) throw conflict('Add a second factor first.');
    const codes = await makeRecoveryCodes(trx, userId);
    await recordAudit(trx, by, { action: 'user.recovery-codes-renewed', subjectId: userId });
    await queueNotice(trx, account, { notice: 'recoveryCodesRenewed', now: by.now });
    return codes;
  });
}

function lastOne(): AppError {
  return conflict(
    'A second factor is required for your account. Add another one before you remove this one.',
  );
}
