import { type SignOnFailure, signOnFailures } from '@recoup/contract/sign-on/failures';
import type { SignOnTest } from '@recoup/contract/sign-on/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { confirmSession } from '../account/reauthentication.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { hashToken, newToken } from '../account/session/sessions.service.ts';
import { createFirmScope, type FirmScope } from '../platform/core/actor.ts';
import { hours, minutes, seconds } from '../platform/core/clock.ts';
import { createLimiter, type LimiterKey } from '../platform/core/limiter.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { insertAudit } from '../platform/security/audit-log.repository.ts';
import { rateLimitNetwork } from '../platform/security/client-address.ts';
import type { Sealer } from '../platform/security/sealing.ts';
import { logEvent } from '../platform/security/security-log.ts';
import {
  deleteFlowsBefore,
  type Flow,
  insertFlow,
  insertTicket,
  type Purpose,
  saveTestResult,
  takeFlow,
} from './flows.repository.ts';
import { accountOrigin, findOrLink, linkIdentity } from './identities.service.ts';
import { findIdentity, isSessionOpen } from './identities.repository.ts';
import {
  authorizationAddress,
  type Claims,
  ProviderError,
  readClaims,
  stepMs,
} from './provider.ts';
import { callbackPath, openClientSecret, sharedCallbackPath } from './settings.service.ts';
import {
  findSignOn,
  lockSignOn,
  recordProviderOutcome,
  type SignOn,
} from './sign-ons.repository.ts';

export type FlowTools = {
  egress: Egress;
  sealer: Sealer;
  publicUrl: string;
};

const flowMs = minutes(10);
const ticketMs = minutes(1);
/** So long the provider may take, and then the ticket. */
export const signInMs = flowMs + ticketMs;
/** Clocks of server and provider may differ so much. */
const toleranceSeconds = 60;

/**
 * Work that waits for a provider holds no connection of the database, but memory. A provider that
 * hangs fills the share of its firm, and a stranger that of a network. Each place is free after
 * `stepMs` and goes to the firm that was served the longest ago, so a firm waits no longer.
 */
const limiter = createLimiter({
  name: 'sign-ins',
  concurrency: 200,
  maxPerGroup: 10,
  maxPerMember: 6,
  leavesRoom: true,
  maxEnteredPerGroup: 200,
  maxEnteredPerMember: 60,
  maxWaitMs: stepMs + seconds(3),
});

/** The share of a network in that of the firm. */
function shareOfNetwork(firmId: string, address: string): LimiterKey {
  return { group: firmId, member: rateLimitNetwork(address) };
}

type Beginning = {
  signOn: SignOn;
  purpose: Purpose;
  /** The token in the cookie of the browser. */
  browser: string;
  address: string;
  returnTo: string;
  /** The user whose session begins it; nobody for a sign-in. */
  user: { userId: string; sessionId: string } | { userId: null; sessionId: null };
  /** The secret of an invitation. */
  invitation?: string | undefined;
};

/** The address of the provider. Throws `ProviderError`. */
export async function beginFlow(
  db: Db,
  { egress, sealer, publicUrl, now }: FlowTools & { now: Date },
  { signOn, purpose, browser, address, returnTo, user, invitation }: Beginning,
): Promise<{ url: string; id: string }> {
  const { firmId, issuer, clientId } = signOn;
  // Throws before the visit, for a secret that the server cannot read after it.
  const clientSecret = openClientSecret(signOn, sealer);
  const [state, nonce, verifier] = [`${firmId}.${newToken()}`, newToken(), newToken()];
  const settings = { egress, issuer, clientId, clientSecret, now };
  const question = {
    redirectUri: publicUrl + callbackPath(signOn),
    state,
    nonce,
    verifier,
    isFresh: purpose === 'confirm',
  };
  const url = await limiter.run(shareOfNetwork(firmId, address), async () =>
    withFailure(db, createFirmScope(firmId), now, async () =>
      authorizationAddress(settings, question),
    ),
  );
  const id = newId(now.getTime());
  await insertFlow(db, {
    firmId,
    id,
    stateHash: hashToken(state),
    browserHash: hashToken(browser),
    purpose,
    ...user,
    invitationHash: invitation === undefined ? null : hashToken(invitation),
    issuer,
    clientId,
    nonce,
    verifier,
    returnTo,
    createdAt: now,
    expiresAt: new Date(now.getTime() + flowMs),
  });
  return { url: url.href, id };
}

/** Keeps a failure of the provider for the page Operations. */
async function withFailure<T>(
  db: Db,
  firm: FirmScope,
  now: Date,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'unreachable')
      await recordProviderOutcome(db, firm, { failure: error.message, now });
    throw error;
  }
}

type Answer = {
  state: string;
  url: URL;
  browser: string | undefined;
};

/** Returns the path to which the browser goes after the answer of the provider. */
export async function completeFlow(
  db: Db,
  client: Client,
  tools: FlowTools,
  { state, url, browser }: Answer,
): Promise<string> {
  const firm = firmInToken(state);
  const flow =
    firm &&
    browser !== undefined &&
    (await takeFlow(db, firm, {
      stateHash: hashToken(state),
      browserHash: hashToken(browser),
      now: client.now,
    }));
  if (!firm || !flow) return failed(client, undefined, 'expired');
  const outcome = await answerFlow(db, client, tools, { firm, flow, url, state });
  if ('to' in outcome) return outcome.to;
  return failed(client, flow, outcome.failure);
}

/** States and tickets begin with their firm. */
export function firmInToken(token: string): FirmScope | undefined {
  const [firmId = '', secret] = token.split('.');
  const isForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(firmId) && secret !== undefined;
  return isForm ? createFirmScope(firmId) : undefined;
}

export function failed(client: Client, flow: Flow | undefined, failure: SignOnFailure): string {
  const userId = flow?.userId ?? undefined;
  logEvent(client.log, 'sign_on_failed', { address: client.address, userId, reason: failure });
  const page = flow === undefined || flow.purpose === 'sign-in' ? '/logon' : flow.returnTo;
  return `${page}#sign-on-error=${failure}`;
}

type Outcome = { to: string } | { failure: SignOnFailure };
type Answering = { firm: FirmScope; flow: Flow; url: URL; state: string };

async function answerFlow(
  db: Db,
  client: Client,
  tools: FlowTools,
  { firm, flow, url, state }: Answering,
): Promise<Outcome> {
  const signOn = await findSignOn(db, firm);
  if (!isOpenFor(flow, signOn)) return { failure: 'off' };
  try {
    requireOwnAnswer(signOn, url);
    const claims = await askProvider(db, client, tools, { flow, signOn, url, state });
    if (flow.purpose === 'test') return await keepTest(db, firm, flow, goodTest(claims));
    return await completePurpose(db, client, { firm, flow, claims });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (flow.purpose === 'test') return keepTest(db, firm, flow, badTest(error));
    return { failure: error.failure };
  }
}

/** The firm still has the provider with which the sign-in began. */
function isOpenFor({ issuer, clientId }: Flow, signOn: SignOn | undefined): signOn is SignOn {
  const isSame = signOn?.issuer === issuer && signOn.clientId === clientId;
  return isSame && signOn.domains.length > 0;
}

/**
 * The answer came to the address of the firm. A provider could lead there with a state of its own
 * and a code of another one, which has to name itself (RFC 9207) or has another address.
 */
function requireOwnAnswer(signOn: SignOn, { pathname, searchParams }: URL): void {
  const name = searchParams.get('iss');
  const own = callbackPath(signOn);
  if (name === null && signOn.callback === 'named') throw new ProviderError('invalid', nameless);
  // The release before begins sign-ins of all firms with the shared address.
  const paths = name === null ? [own] : [own, sharedCallbackPath];
  if (!paths.includes(pathname)) throw new ProviderError('invalid', otherAddress);
  if (name !== null && name !== signOn.issuer) throw new ProviderError('invalid', otherProvider);
}

const nameless =
  'The provider does not name itself in its answers any more (iss). Save single sign-on again, ' +
  'and register the redirect address that this page then shows.';
const otherAddress =
  'The answer came to another redirect address than the one that this page shows.';
const otherProvider = 'The answer names another provider (iss).';

async function askProvider(
  db: Db,
  { address, now }: Client,
  { egress, sealer }: FlowTools,
  { flow, signOn, url, state }: { flow: Flow; signOn: SignOn; url: URL; state: string },
): Promise<Claims> {
  const { firmId, issuer, clientId, nonce, verifier } = flow;
  const clientSecret = openClientSecret(signOn, sealer);
  const settings = { egress, issuer, clientId, clientSecret, now };
  const firm = createFirmScope(firmId);
  const claims = await limiter.run(shareOfNetwork(firmId, address), async () =>
    withFailure(db, firm, now, async () => readClaims(settings, { url, state, nonce, verifier })),
  );
  await recordProviderOutcome(db, firm, { failure: undefined, now });
  return claims;
}

type Answered = { firm: FirmScope; flow: Flow; claims: Claims };
type Named = Answered & { signOn: SignOn };

/** By the settings of now: they may have changed while the provider was asked. */
async function completePurpose(db: Db, client: Client, answered: Answered): Promise<Outcome> {
  const { firm, flow } = answered;
  return db.transaction().execute(async (trx) => {
    const signOn = await lockSignOn(trx, firm);
    if (!isOpenFor(flow, signOn)) return { failure: 'off' };
    const named = { ...answered, signOn };
    if (flow.purpose === 'sign-in') return signIn(trx, client, named);
    return flow.purpose === 'confirm' ? confirm(trx, client, named) : link(trx, client, named);
  });
}

async function link(trx: Trx, client: Client, { firm, flow, claims }: Named): Promise<Outcome> {
  const { userId, sessionId, returnTo, issuer } = flow;
  const { now } = client;
  if (userId === null || sessionId === null) return { failure: 'expired' };
  if (!(await isSessionOpen(trx, { sessionId, userId, now }))) return { failure: 'expired' };
  const found = await linkIdentity(trx, client, { userId, issuer, subject: claims.subject, firm });
  return 'failure' in found ? found : { to: `${returnTo}#sign-on=linked` };
}

/** A ticket, with which the page opens the session: no token stands in an address. */
async function signIn(trx: Trx, client: Client, { firm, ...named }: Named): Promise<Outcome> {
  const { now } = client;
  const { browserHash, clientId, returnTo } = named.flow;
  const found = await findOrLink(trx, client, named, firm);
  if ('failure' in found) return found;
  const ticket = `${firm.firmId}.${newToken()}`;
  await insertTicket(trx, firm, {
    tokenHash: hashToken(ticket),
    identityId: found.identity.id,
    browserHash,
    clientId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ticketMs),
  });
  const then = returnTo === '/' ? '' : `&returnTo=${encodeURIComponent(returnTo)}`;
  return { to: `/logon#ticket=${ticket}${then}` };
}

/** The user signed in at the provider after the confirmation began. */
async function confirm(trx: Trx, client: Client, { firm, flow, claims }: Named): Promise<Outcome> {
  const { userId, sessionId, issuer, returnTo } = flow;
  const identity = await findIdentity(trx, firm, { issuer, subject: claims.subject });
  if (userId === null || sessionId === null || identity?.userId !== userId)
    return { failure: 'wrong_account' };
  if (!isFresh(claims, flow, client.now)) return { failure: 'not_fresh' };
  if (!(await confirmSession(trx, { id: sessionId, userId, now: client.now })))
    return { failure: 'expired' };
  const origin = { ...accountOrigin(client, { userId, firmId: firm.firmId }), sessionId };
  await insertAudit(trx, { ...origin, action: 'user.confirmed-at-provider' });
  return { to: `${returnTo}#sign-on=confirmed` };
}

function isFresh({ authTime = 0 }: Claims, { createdAt }: Flow, now: Date): boolean {
  const [at, tolerance] = [seconds(authTime), seconds(toleranceSeconds)];
  return at >= createdAt.getTime() - tolerance && at <= now.getTime() + tolerance;
}

async function keepTest(
  db: Db,
  firm: FirmScope,
  { id, returnTo }: Flow,
  result: SignOnTest,
): Promise<Outcome> {
  await saveTestResult(db, firm, { id, result });
  return { to: `${returnTo}#sign-on-test=${id}` };
}

/** An hour after their end, so that clock differences do not matter. */
export async function deleteOldFlows(db: Db, now: Date): Promise<void> {
  await deleteFlowsBefore(db, new Date(now.getTime() - hours(1)));
}

const shown = { claims: 60, characters: 300 };

function goodTest({ all }: Claims): SignOnTest {
  const claims = Object.entries(all)
    .slice(0, shown.claims)
    .map(([name, value]) => ({
      name: shownText(name),
      value: shownText(typeof value === 'string' ? value : JSON.stringify(value)),
    }));
  return { isGood: true, message: 'The provider works.', claims };
}

/** PostgreSQL keeps no NUL and no half of a letter. */
function shownText(text: string): string {
  return Buffer.from(text.replaceAll('\0', '').slice(0, shown.characters)).toString();
}

function badTest({ failure, message }: ProviderError): SignOnTest {
  return { isGood: false, message: `${signOnFailures[failure]} ${message}`, claims: [] };
}
