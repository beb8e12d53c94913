import { type KeyScope, keyScopes } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { hashToken } from '../../src/account/session/sessions.service.ts';
import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** A key of the admin. */
export async function someKey(
  db: Db,
  { id: firmId, people, mark, apiKey }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  await insertKey(db, { firmId, id: apiKey.id, userId: people.admin.id, name: `Key ${mark}`, now });
}

/** Returns the key. It was used just now, so that its next use writes nothing. */
export async function insertKey(
  db: Db,
  key: {
    firmId: string;
    id?: string;
    userId: string;
    name: string;
    scopes?: readonly KeyScope[];
    now: Date;
    expiresAt?: Date;
  },
): Promise<string> {
  const { id = newId(), scopes = keyScopes, now, ...values } = key;
  const token = `rk_${id.replaceAll('-', '')}${'k'.repeat(11)}`;
  await insertRows(db, 'apiKeys', {
    ...values,
    id,
    scopes: [...scopes],
    tokenHash: hashToken(token),
    createdAt: now,
    lastUsedAt: now,
  });
  return token;
}
