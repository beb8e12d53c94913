import type { Client } from '../account/session/known-places.service.ts';
import { hashToken } from '../account/session/sessions.service.ts';
import { consumeNetworkQuota } from '../account/sign-in/login-throttling.service.ts';
import {
  finishProviderStep,
  lockProviderUser,
  stepAfterProvider,
} from '../account/sign-in/provider-sign-in.service.ts';
import type { AskFactor } from '../account/sign-in/second-step.service.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { logEvent } from '../platform/security/security-log.ts';
import { findTicketUser, takeTicket } from './flows.repository.ts';
import { firmInToken } from './flows.service.ts';
import { getIdentityById, touchIdentity } from './identities.repository.ts';
import { findSignOn } from './sign-ons.repository.ts';

type Logon = {
  ticket: string;
  /** The token in the cookie of the browser; undefined for other clients, which follow no links. */
  browser: string | undefined;
  askFactor: AskFactor;
};

/**
 * Opens the session of a ticket, which works once. Throws `challenge_ended` for one that was used,
 * has expired, began in another browser or is of a user who may not sign in any more,
 * `second_factor_required` where Recoup asks for it, `too_many_requests`.
 */
export async function logonWithTicket(
  db: Db,
  client: Client,
  { ticket, browser, askFactor }: Logon,
): Promise<{ token: string; device: string }> {
  const firm = firmInToken(ticket);
  const step =
    firm &&
    (await db
      .transaction()
      .execute(async (trx) => takeStep(trx, client, { ticket, browser, askFactor, firm })));
  if (step !== undefined) return finishProviderStep(db, client, step);
  await consumeNetworkQuota(db, client);
  logEvent(client.log, 'sign_on_failed', { address: client.address, reason: 'ticket' });
  throw new AppError('challenge_ended');
}

async function takeStep(
  trx: Trx,
  client: Client,
  { ticket, browser, askFactor, firm }: Logon & { firm: FirmScope },
) {
  const { now } = client;
  const tokenHash = hashToken(ticket);
  const userId = await findTicketUser(trx, firm, tokenHash);
  if (userId === undefined) return undefined;
  // First, in the order of every removal of an account, against deadlocks.
  const locked = await lockProviderUser(trx, client, userId);
  const taken = await takeTicket(trx, firm, {
    tokenHash,
    browserHash: browser === undefined ? undefined : hashToken(browser),
    now,
  });
  const signOn = await findSignOn(trx, firm);
  if (taken === undefined || locked === undefined || signOn === undefined) return undefined;
  const { identityId: id, clientId } = taken;
  const { issuer } = await getIdentityById(trx, firm, id);
  const isSame = issuer === signOn.issuer && (clientId ?? signOn.clientId) === signOn.clientId;
  if (!isSame) return undefined;
  await touchIdentity(trx, firm, { id, now });
  const asksHere = signOn.factorBy === 'recoup';
  return stepAfterProvider(trx, client, { locked, askFactor: asksHere ? askFactor : undefined });
}
