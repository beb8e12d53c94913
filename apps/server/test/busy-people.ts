import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import type { TestApp } from './app.ts';

/** A user who records for the attorney. */
export async function aDelegate(
  test: TestApp,
  { firm, attorney }: { firm: { id: string; domain: string }; attorney: { id: string } },
): Promise<void> {
  const { id: userId } = await test.aUser({ firm });
  await test.insertRows('recordingRights', { firmId: firm.id, userId, attorneyId: attorney.id });
}

export async function someFactors(test: TestApp, { id: userId }: { id: string }): Promise<void> {
  const hash = createHash('sha256').update(userId).digest();
  const times = { createdAt: test.clock.now(), expiresAt: test.clock.now() };
  const factor = { id: newId(), userId, kind: 'totp', name: 'App', createdAt: times.createdAt };
  await test.insertRows('secondFactors', { ...factor, sealedSecret: hash });
  await test.insertRows('recoveryCodes', { userId, hash });
  await test.insertRows('logonChallenges', {
    ...times,
    userId,
    tokenHash: hash,
    passwordHash: hash,
  });
}

export async function anApiKey(
  test: TestApp,
  { firm, admin }: Record<'firm' | 'admin', { id: string }>,
): Promise<void> {
  await test.insertRows('apiKeys', {
    firmId: firm.id,
    id: newId(),
    userId: admin.id,
    name: 'Practice system',
    scopes: ['read'],
    tokenHash: createHash('sha256').update(admin.id).digest(),
    createdAt: test.clock.now(),
  });
}

export async function aUnitPrice(
  test: TestApp,
  { firm, admin, type }: Record<'firm' | 'admin' | 'type', { id: string }>,
): Promise<void> {
  await test.insertRows('unitPrices', {
    id: newId(),
    firmId: firm.id,
    disbursementTypeId: type.id,
    validFrom: '2026-01-01',
    cents: 250,
    createdAt: test.clock.now(),
    createdBy: admin.id,
  });
}
