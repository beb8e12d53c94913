import { secondFactorRules } from '@recoup/contract/second-factor/endpoints';
import type { FactorMethod } from '@recoup/contract/core/errors';
import { getAccount } from '../account/own-account.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import type {
  FactorQuestion,
  LogonProof,
  Proof,
  SecondFactors,
} from '../account/sign-in/second-step.service.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  type Factor,
  listFactors,
  usePasskey,
  useStep,
  countRecoveryCodes,
  hasRecoveryCode,
  useRecoveryCode,
} from './factors.repository.ts';
import {
  authenticationOptions,
  type RelyingParty,
  findRelyingParty,
  verifyAuthentication,
} from './passkeys.ts';
import { hashRecoveryCode } from './reset-factors.ts';
import { stepOfCode } from './totp.ts';
import { areFactorsPossible, createVault, unreadableFactor, type Vault } from './vault.ts';

type Keys = { vault: Vault; party: RelyingParty | undefined };

/**
 * Questions and checks for sign-ins, and keys for enrolments. `arePossible` is false where no user
 * can add a second factor.
 */
export type FactorTools = Keys & SecondFactors & { arePossible: boolean };

/** `everywhere` reads all firms. */
export function createFactorTools(
  everywhere: Db,
  { secretKey, publicUrl }: { secretKey?: string | undefined; publicUrl: string },
): FactorTools {
  const keys = { vault: createVault(everywhere, secretKey), party: findRelyingParty(publicUrl) };
  return {
    ...keys,
    arePossible: areFactorsPossible({ secretKey, publicUrl }),
    ask: async (db, userId) => ask(db, userId, keys),
    prove: async (db, { proof, ...of }) => {
      if (proof.code !== undefined) return proveCode(db, keys, { ...of, code: proof.code });
      if (proof.recoveryCode !== undefined)
        return proveRecoveryCode(db, { ...of, code: proof.recoveryCode });
      return proof.response && provePasskey(db, keys, { ...of, response: proof.response });
    },
  };
}

type UseUp = (trx: Trx) => Promise<boolean>;

async function ask(db: Db, userId: string, { party }: Keys): Promise<FactorQuestion | undefined> {
  const factors = await listFactors(db, userId);
  if (factors.length === 0) return undefined;
  const passkeys = usablePasskeys(factors, party);
  const passkey =
    party && passkeys.length > 0 ? await authenticationOptions(party, passkeys) : undefined;
  const { left } = await countRecoveryCodes(db, userId);
  const methods: [FactorMethod, boolean][] = [
    ['totp', factors.some(({ kind }) => kind === 'totp')],
    ['passkey', passkey !== undefined],
    ['recovery', left > 0],
  ];
  return {
    methods: methods.flatMap(([method, isThere]) => (isThere ? [method] : [])),
    ...(passkey && { passkey }),
  };
}

/** Passkeys that browsers use at the present address; users may have some of an earlier one. */
function usablePasskeys(factors: readonly Factor[], party: RelyingParty | undefined): Factor[] {
  return factors.filter(({ kind, rpId }) => kind === 'passkey' && rpId === party?.id);
}

type ProofContext = Omit<Proof, 'proof'>;

async function proveCode(
  db: Db,
  { vault }: Keys,
  { userId, now, code }: ProofContext & { code: string },
): Promise<UseUp | undefined> {
  let isUnreadable = false;
  for (const { id, sealedSecret, lastStep } of await listFactors(db, userId)) {
    if (sealedSecret === null) continue;
    const secret = vault.open({ id, userId, sealedSecret });
    isUnreadable ||= secret === undefined;
    if (secret === undefined) continue;
    const step = await stepOfCode(secret, { code, now });
    if (step !== undefined && step > (lastStep ?? -1))
      return async (trx) => useStep(trx, { id, step, now });
  }
  if (isUnreadable) throw unreadableFactor();
  return undefined;
}

async function proveRecoveryCode(
  db: Db,
  { userId, now, code }: ProofContext & { code: string },
): Promise<UseUp | undefined> {
  const hash = hashRecoveryCode(userId, code);
  if (!(await hasRecoveryCode(db, { userId, hash }))) return undefined;
  return async (trx) => {
    if (!(await useRecoveryCode(trx, { userId, hash, now }))) return false;
    const { left } = await countRecoveryCodes(trx, userId);
    if (left === secondFactorRules.fewRecoveryCodes)
      await queueNotice(trx, await getAccount(trx, userId), { notice: 'fewRecoveryCodes', now });
    return true;
  };
}

async function provePasskey(
  db: Db,
  { party }: Keys,
  proof: ProofContext & { response: NonNullable<LogonProof['response']> },
): Promise<UseUp | undefined> {
  const { userId, now, response, passkeyChallenge: challenge } = proof;
  if (party === undefined || challenge === null) return undefined;
  const passkeys = usablePasskeys(await listFactors(db, userId), party);
  const passkey = passkeys.find(({ credentialId }) => credentialId === response.id);
  if (!passkey) return undefined;
  const counter = await verifyAuthentication(party, { response, challenge, passkey });
  if (counter === undefined) return undefined;
  return async (trx) => usePasskey(trx, { id: passkey.id, counter, now });
}
