import { type SecondFactor, secondFactorEndpoints } from '@recoup/contract/second-factor/endpoints';
import type { FastifyInstance } from 'fastify';
import { lockOwner } from '../account/own-account.service.ts';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import type { AuditContext } from '../platform/core/actor.ts';
import { AppError, conflict } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import type { AfterResponse } from '../platform/http/after-response.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { SmsSender } from '../sms/sms.service.ts';
import { confirmFactor, createFactor, makeRecoveryCodes } from './enrolment.ts';
import {
  countRecoveryCodes,
  deleteFactor as deleteRow,
  deleteRecoveryCodes,
  listFactors,
} from './factors.repository.ts';
import type { FactorTools } from './logon-factors.ts';
import { requireFactorUsed, resetFactors } from './reset-factors.ts';

type FactorOptions = { factors: FactorTools; sms: SmsSender; background: AfterResponse };

/** The sign-in with a second factor is a route of the room `account`. */
export function secondFactorRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { factors: tools, sms, background }: FactorOptions,
): void {
  const { logonWithFactor: _, ...endpoints } = secondFactorEndpoints;
  registerEndpoints(app, auth, endpoints, {
    listFactors: async (_args, { db, actor }) => {
      const { data, recoveryCodesLeft } = await listOwnFactors(db, actor.userId);
      const { isRequired } = actor.secondFactor;
      const arePasskeysPossible = tools.party !== undefined;
      return { data, count: data.length, recoveryCodesLeft, isRequired, arePasskeysPossible };
    },
    createFactor: async ({ body }, { db, ...by }) => ({
      data: await createFactor(db, by, { ...body, tools }),
    }),
    confirmFactor: async ({ params: { id }, body: proof }, { db, ...by }) => ({
      data: await confirmFactor(db, by, { id, proof, tools }),
    }),
    deleteFactor: async ({ params: { id }, body }, { db, ...by }) => {
      await deleteFactor(db, by, { id, password: body?.password });
      return {};
    },
    renewRecoveryCodes: async ({ body }, { db, ...by }) => ({
      data: { recoveryCodes: await renewRecoveryCodes(db, by, body.password) },
    }),
    resetFactors: async ({ params: { id }, body }, { db, reply, ...by }) => {
      const message = await resetFactors(db, by, { id, password: body?.password });
      const { address, now, log } = by;
      background.afterReply(reply.raw, async () => sms.send({ ...message, address, now, log }));
      return {};
    },
  });
}

/** The caller's confirmed factors. */
async function listOwnFactors(
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
async function deleteFactor(db: Db, by: AuditContext & Client, { id, password }: Removal) {
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
async function renewRecoveryCodes(
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
