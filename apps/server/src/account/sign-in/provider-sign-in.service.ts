import type { Db, Trx } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import { type Account, endInitialPassword, findAccount } from '../session/accounts.repository.ts';
import { type Client, findPlace, type Place } from '../session/known-places.service.ts';
import { lockUnchanged, openSession, type SignIn } from './open-session.ts';
import { type AskFactor, type FactorQuestion, openChallenge } from './second-step.service.ts';

type ProviderStep = { account: Account; place: Place; signIn?: SignIn; question?: FactorQuestion };

/**
 * Opens a session for a user whom the provider has named, unless Recoup asks for a second factor.
 * Undefined for a user who may not sign in any more.
 */
export async function stepAfterProvider(
  trx: Trx,
  client: Client,
  { userId, askFactor }: { userId: string; askFactor: AskFactor | undefined },
): Promise<ProviderStep | undefined> {
  const found = await findAccount(trx, { userId });
  if (found?.isActive !== true || !(await lockUnchanged(trx, found, client))) return undefined;
  const account = await withoutInitialPassword(trx, found);
  const place = await findPlace(trx, client, userId);
  const question = await askFactor?.(trx, userId);
  if (question) return { account, place, question };
  const opened = { account, place, hasFactor: false, bySignOn: true };
  return { account, place, signIn: await openSession(trx, client, opened) };
}

/** After that transaction. Throws `second_factor_required`, `too_many_requests`. */
export async function finishProviderStep(
  db: Db,
  client: Client,
  { account, place, question, signIn }: ProviderStep,
): Promise<SignIn> {
  if (question) throw await openChallenge(db, client, { account, place, question, bySignOn: true });
  if (signIn === undefined) throw new AppError('challenge_ended');
  logEvent(client.log, 'logon_succeeded', { address: client.address, userId: account.userId });
  return signIn;
}

/** Others know an initial password, and the user will never choose another one. */
async function withoutInitialPassword(trx: Trx, account: Account): Promise<Account> {
  if (!account.mustChangePassword) return account;
  await endInitialPassword(trx, account.userId);
  return { ...account, mustChangePassword: false, passwordHash: null };
}
