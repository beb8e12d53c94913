import {
  type ChangedSignOn,
  isMicrosoft,
  type SignOnSettings,
} from '@recoup/contract/sign-on/settings';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { AppError, conflict, fieldConflict, invalidField } from '../platform/core/app-error.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { type Egress, EgressError } from '../platform/egress/egress.ts';
import type { Sealer } from '../platform/security/sealing.ts';
import { listIdentityRows } from './identities.repository.ts';
import { namesItself } from './provider.ts';
import {
  type Callback,
  deleteSignOnRow,
  findSignOn,
  isActiveAdmin,
  listNotLinked,
  listOwnDomains,
  listSharedIssuers,
  saveSignOnRow,
  type SignOn,
} from './sign-ons.repository.ts';

export type SignOnSealing = { egress: Egress; sealer: Sealer };

export const sharedCallbackPath = '/core/api/sign-on/callback';

/** Null without single sign-on. */
export async function findSignOnSettings(db: Db, firm: FirmScope): Promise<SignOnSettings | null> {
  const signOn = await findSignOn(db, firm);
  if (signOn === undefined) return null;
  const { firmId, sealedSecret, callback, ...settings } = signOn;
  const path = callbackPath({ firmId, callback });
  // If the email links, everyone links an account by signing in.
  const notLinked = signOn.linksByEmail
    ? { count: 0, people: [] }
    : await listNotLinked(db, firm, signOn);
  return { ...settings, hasSecret: sealedSecret !== null, callbackPath: path, notLinked };
}

/** The address to which the firm's provider leads back. */
export function callbackPath({ firmId, callback }: Pick<SignOn, 'firmId' | 'callback'>): string {
  return callback === 'own' ? `${sharedCallbackPath}/${firmId}` : sharedCallbackPath;
}

type Unconfirmed = { signOn: ChangedSignOn | null; password: string | undefined; egress: Egress };
export type ConfirmedSignOn = {
  signOn: ChangedSignOn | null;
  /** Undefined for a provider that does not answer, and where the answer does not matter. */
  namesItself?: boolean | undefined;
};

/**
 * Before the transaction, since it waits: whoever changes the provider could sign in as everyone.
 * Throws `reauthentication_required`, `invalid_input`, `too_many_requests`.
 */
export async function confirmSignOnChange(
  db: Db,
  by: AuditContext & Client,
  { signOn, password, egress }: Unconfirmed,
): Promise<ConfirmedSignOn> {
  await reauthenticateOwner(db, by, password);
  if (signOn === null) return { signOn };
  const { issuer, clientId } = signOn;
  await requireReachable(egress, issuer);
  const known = await findSignOn(db, requireFirmScope(by.actor));
  const settings = { egress, issuer, clientId, clientSecret: undefined, now: by.now };
  // Its address stays, unless it has to name itself and does so no more.
  const stays = known?.issuer === issuer && known.callback !== 'named';
  return stays ? { signOn } : { signOn, namesItself: await namesItself(settings) };
}

async function requireReachable(egress: Egress, issuer: string): Promise<void> {
  const { hostname, protocol } = new URL(issuer);
  try {
    await egress.findAllowed({ host: hostname, isPlain: protocol === 'http:' });
  } catch (error) {
    throw error instanceof EgressError ? invalidField('signOn.issuer', error.message) : error;
  }
}

type Change = ConfirmedSignOn & { sealer: Sealer };

/**
 * After `confirmSignOnChange`, in the transaction that has locked the firm. Null ends single
 * sign-on. Throws `invalid_input` for a domain of others, `conflict` where it may not be required.
 */
export async function saveSignOn(
  trx: Trx,
  by: AuditContext,
  { signOn, namesItself: isNamed, sealer }: Change,
): Promise<SignOnSettings | null> {
  const firm = requireFirmScope(by.actor);
  if (signOn === null) {
    await deleteSignOnRow(trx, firm);
    return null;
  }
  const { clientSecret, passwordAdmin = null, ...settings } = signOn;
  const { issuer } = settings;
  await requireOwnDomains(trx, firm, settings.domains);
  if (settings.isRequired || passwordAdmin !== null)
    await requirePasswordAdmin(trx, firm, passwordAdmin);
  if (settings.isRequired) await requireOwnSignIn(trx, by, issuer);
  const before = await findSignOn(trx, firm);
  await saveSignOnRow(trx, firm, {
    ...settings,
    passwordAdmin,
    firmId: firm.firmId,
    sealedSecret: sealOrKeep(firm, { issuer, clientSecret, before, sealer }),
    callback: await chooseCallback(trx, firm, { issuer, isNamed, before }),
  });
  return findSignOnSettings(trx, firm);
}

type Choice = { issuer: string; isNamed: boolean | undefined; before: SignOn | undefined };

/**
 * A firm keeps its address as long as its provider, or until that names itself no more. Answers
 * without a name come to the address of all firms only from one provider: with another one, it
 * could send codes of others there (a mix-up). So the later firm gets an address of its own.
 */
async function chooseCallback(
  trx: Trx,
  firm: FirmScope,
  { issuer, isNamed, before }: Choice,
): Promise<Callback> {
  const hasLostName = before?.callback === 'named' && isNamed === false;
  if (before?.issuer === issuer && !hasLostName) return before.callback;
  if (isNamed === true) return 'named';
  await lockName(trx, 'shared callback of single sign-on');
  const others = await listSharedIssuers(trx, firm);
  return others.every((other) => isSameProvider(other, issuer)) ? 'shared' : 'own';
}

/** On other hosts, a stranger could publish an issuer beside that of the provider. */
function isSameProvider(left: string, right: string): boolean {
  const [a, b] = [new URL(left), new URL(right)];
  // Only hosts in the operator's own networks may be unencrypted (`egress.ts`).
  const isTrusted = isMicrosoft(left) || [a, b].every(({ protocol }) => protocol === 'http:');
  return left === right || (isTrusted && a.hostname === b.hostname);
}

type Secret = {
  issuer: string;
  clientSecret: string | undefined;
  before: SignOn | undefined;
  sealer: Sealer;
};

/** A secret never goes to another provider than the one for which it was typed. */
function sealOrKeep(
  { firmId }: FirmScope,
  { issuer, clientSecret, before, sealer }: Secret,
): Buffer | null {
  if (clientSecret !== undefined) return sealer.seal([firmId, firmId], clientSecret);
  return before?.issuer === issuer ? before.sealedSecret : null;
}

async function requireOwnDomains(trx: Trx, firm: FirmScope, domains: readonly string[]) {
  const own = await listOwnDomains(trx, firm, domains);
  const foreign = domains.flatMap((domain, index) => (own.includes(domain) ? [] : [index]));
  if (foreign.length === 0) return;
  const message = 'Is not a domain of your firm. The system administrator adds domains.';
  const fields = Object.fromEntries(foreign.map((at) => [`signOn.domains.${at}`, message]));
  throw new AppError('invalid_input', { message, fields });
}

async function requirePasswordAdmin(trx: Trx, firm: FirmScope, userId: string | null) {
  if (userId !== null && (await isActiveAdmin(trx, firm, userId))) return;
  throw fieldConflict(
    'signOn.passwordAdmin',
    'Choose an active firm admin who may still sign in with a password, ' +
      'so that nobody is locked out while the provider fails.',
  );
}

async function requireOwnSignIn(trx: Trx, by: AuditContext, issuer: string): Promise<void> {
  const own = await listIdentityRows(trx, requireFirmScope(by.actor), by.actor.userId);
  if (own.some((each) => each.issuer === issuer && each.usedAt !== null)) return;
  throw fieldConflict(
    'signOn.isRequired',
    'Sign in by single sign-on once yourself before you require it of everyone.',
  );
}

/** The secret of the provider; undefined for a public client. Throws `conflict`. */
export function openClientSecret(
  { firmId, sealedSecret: sealed }: SignOn,
  sealer: Sealer,
): string | undefined {
  if (sealed === null) return undefined;
  const secret = sealer.open([firmId, firmId], sealed);
  if (secret !== undefined) return secret;
  throw conflict('The server cannot read the client secret: please enter it again.');
}
