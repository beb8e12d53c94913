import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import type { TestApp } from './app.ts';

/** A provider, an account of the admin, and a sign-in and a ticket of it. */
export async function aSignOn(
  test: TestApp,
  { firm, admin }: { firm: { id: string; domain: string }; admin: { id: string } },
): Promise<void> {
  const [firmId, userId, now] = [firm.id, admin.id, test.clock.now()];
  const hash = (text: string) => createHash('sha256').update(`${text} ${userId}`).digest();
  const provider = { issuer: 'https://provider.example', clientId: 'recoup' };
  const settings = { domains: [firm.domain], linksByEmail: false, isRequired: false };
  const more = { factorBy: 'recoup', callback: 'shared' };
  await test.insertRows('signOns', { firmId, ...provider, ...settings, ...more });
  const identity = { firmId, id: newId() };
  await test.insertRows('identities', {
    ...identity,
    userId,
    issuer: provider.issuer,
    subject: userId,
    createdAt: now,
  });
  await test.insertRows('signOnPeople', { firmId, userId, externalId: userId });
  const times = { createdAt: now, expiresAt: now };
  await test.insertRows('signOnTickets', {
    firmId,
    ...times,
    identityId: identity.id,
    tokenHash: hash('ticket'),
    browserHash: hash('browser'),
  });
  await test.insertRows('signOnFlows', {
    firmId,
    id: newId(),
    ...provider,
    ...times,
    purpose: 'sign-in',
    stateHash: hash('state'),
    browserHash: hash('browser'),
    nonce: 'nonce',
    verifier: 'verifier',
    returnTo: '/',
  });
}
