import type { Db, Trx } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { logEvent } from '../../platform/security/security-log.ts';
import { type Account, endInitialPassword, findAccount } from '../session/accounts.repository.ts';
import { type Client, findPlace, type Place } from '../session/known-places.service.ts';
import { lockUnchanged, openSession, type SignIn } from './open-session.ts';
import { type AskFactor, type FactorQuestion, openChallenge } from './second-step.service.ts';

type ProviderStep = { account: Account; place: Place; signIn?: SignIn; question?: FactorQuestion };

/** Locks the user. Undefined for one who may not sign in any more. */
export async function lockProviderUser(
  trx: Trx,
  client: Client,
  userId: string,
): Promise<Account | undefined> {
  const account = await findAccount(trx, { userId });
  const isUnchanged = account?.isActive === true && (await lockUnchanged(trx, account, client));
  return isUnchanged ? account : undefined;
}

/** Opens a session for a user whom the provider has named, unless Recoup asks for a factor. */
export async function stepAfterProvider(
  trx: Trx,
  client: Client,
  { locked, askFactor }: { locked: Account; askFactor: AskFactor | undefined },
): Promise<ProviderStep> {
  const account = await withoutInitialPassword(trx, locked);
  const { userId } = account;
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
