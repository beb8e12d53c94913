import { newId } from '@recoup/contract/core/ids';
import {
  type FactorKind,
  type factorProof,
  secondFactorRules,
} from '@recoup/contract/second-factor/endpoints';
import type { z } from 'zod';
import { getOwnAccount, lockOwner } from '../account/own-account.service.ts';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { markFactorUsed } from '../account/session/sessions.service.ts';
import type { AuditContext } from '../platform/core/actor.ts';
import { AppError, invalidField, conflict } from '../platform/core/app-error.ts';
import { hours } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  confirmFactor as confirmRow,
  deletePendingFactors,
  findStartedFactor,
  insertFactor,
  listFactors,
  type PendingFactor,
  takeChallenge,
  countRecoveryCodes,
  replaceRecoveryCodes,
} from './factors.repository.ts';
import type { FactorTools } from './logon-factors.ts';
import { type RelyingParty, registrationOptions, verifyRegistration } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes } from './reset-factors.ts';
import { newTotp, stepOfCode } from './totp.ts';
import { unreadableFactor } from './vault.ts';

/** How long an unconfirmed one is stored. */
const pendingMs = hours(1);
const maxPending = 3;
const names: Record<FactorKind, string> = { totp: 'Authenticator app', passkey: 'Passkey' };

type NewFactor = { kind: FactorKind; name?: string | undefined; password?: string | undefined };
type Begun = { _id: string; secret?: string; url?: string; options?: Record<string, unknown> };

/**
 * Begins a second factor. It counts for nothing until it is confirmed in this session; the others
 * stay as they are.
 * Throws `reauthentication_required`, `invalid_input` for a wrong password, `too_many_requests`,
 * `conflict` beyond ten, without a key of the installation, and where browsers allow no passkeys.
 */
export async function createFactor(
  db: Db,
  by: AuditContext & Client,
  { tools, ...input }: NewFactor & { tools: FactorTools },
): Promise<Begun> {
  const account = await reauthenticateOwner(db, by, input.password);
  const { userId, email } = account;
  const factors = await listFactors(db, userId);
  rejectTooMany(factors.length);
  const { kind, name = names[kind] } = input;
  const id = newId();
  const row = { id, userId, kind, name, createdAt: by.now, sessionId: by.actor.sessionId };
  const save = async (fields: { sealedSecret: Buffer } | { challenge: string }): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await lockOwner(trx, account);
      await insertFactor(trx, { ...row, ...fields, maxPending });
    });
  if (kind === 'totp') {
    const { secret, url } = await newTotp(email);
    await save({ sealedSecret: await tools.vault.seal({ userId, id }, secret) });
    return { _id: id, secret, url };
  }
  const party = requireParty(tools.party);
  const passkeys = factors.filter(({ rpId }) => rpId === party.id);
  const { challenge, options } = await registrationOptions(party, { ...account, passkeys });
  await save({ challenge });
  return { _id: id, options };
}

type FactorProof = z.output<typeof factorProof>;

/**
 * Confirms a second factor that this session began. The code is used up with it. Returns the
 * recovery codes with the first one.
 * Throws `not_found`, `wrong_code`, `invalid_input` for the proof of another kind, `conflict` for
 * one that is confirmed already and beyond ten, `changed_meanwhile`.
 */
export async function confirmFactor(
  db: Db,
  by: AuditContext & Client,
  { id, proof, tools }: { id: string; proof: FactorProof; tools: FactorTools },
): Promise<{ recoveryCodes?: string[] }> {
  const { userId, sessionId } = by.actor;
  const since = new Date(by.now.getTime() - pendingMs);
  const factor = await findStartedFactor(db, { id, userId, sessionId, since });
  if (!factor)
    throw new AppError('not_found', {
      message: 'This second factor cannot be confirmed any more. Please begin it again.',
    });
  if (factor.confirmedAt !== null) throw alreadyConfirmed();
  const account = await getOwnAccount(db, by, userId);
  const fields = await confirmedFields(db, { userId, now: by.now, factor, proof, tools });
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, account);
    rejectTooMany((await listFactors(trx, userId)).length);
    if (!(await confirmRow(trx, { id, now: by.now, fields }))) throw alreadyConfirmed();
    await markFactorUsed(trx, { userId, sessionId });
    const details = { factor: id, kind: factor.kind, name: factor.name };
    await recordAudit(trx, by, { action: 'user.factor-added', subjectId: userId, details });
    await queueNotice(trx, account, { notice: 'factorAdded', now: by.now });
    const { made } = await countRecoveryCodes(trx, userId);
    return made > 0 ? {} : { recoveryCodes: await makeRecoveryCodes(trx, userId) };
  });
}

/** Deletes factors that were not confirmed in time. */
export async function deleteOldPendingFactors(db: Db, now: Date): Promise<void> {
  await deletePendingFactors(db, new Date(now.getTime() - pendingMs));
}

/** Replaces the user's recovery codes. */
export async function makeRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  );
  return codes;
}

type Checked = {
  userId: string;
  now: Date;
  factor: PendingFactor;
  proof: FactorProof;
  tools: FactorTools;
};

/** Throws `wrong_code`, `invalid_input`. */
async function confirmedFields(db: Db, { userId, now, factor, proof, tools }: Checked) {
  const { id, sealedSecret, challenge } = factor;
  if (sealedSecret !== null) {
    if (proof.code === undefined) throw invalidField('code', 'Enter the code that the app shows.');
    const secret = tools.vault.open({ id, userId, sealedSecret });
    if (secret === undefined) throw unreadableFactor();
    const lastStep = await stepOfCode(secret, { code: proof.code, now });
    if (lastStep === undefined) throw new AppError('wrong_code');
    return { lastStep };
  }
  const { response } = proof;
  if (response === undefined) throw invalidField('response', 'Send what the browser answered.');
  const party = requireParty(tools.party);
  if (challenge === null || !(await takeChallenge(db, { id, challenge })))
    throw conflict('This passkey was tried before. Begin it again.');
  const passkey = await verifyRegistration(party, { response, challenge });
  if (!passkey)
    throw new AppError('wrong_code', {
      message: 'The passkey was not accepted. Begin it again at the address of Recoup.',
    });
  return passkey;
}

function rejectTooMany(confirmed: number): void {
  const { most } = secondFactorRules;
  if (confirmed >= most)
    throw conflict(`You have ${most} second factors. Remove one before you add another.`);
}

function requireParty(party: RelyingParty | undefined): RelyingParty {
  if (party) return party;
  throw conflict('Passkeys need an address that begins with https://. Please use an app instead.');
}

function alreadyConfirmed(): AppError {
  return conflict('This second factor is confirmed already.');
}
