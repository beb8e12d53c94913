import { newId } from '@recoup/contract/core/ids';
import * as keys from '../../src/api-keys/api-keys.repository.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';

export const apiKeyIsolationCases: readonly IsolationCase[] = isolationCasesOf('api-keys', {
  listApiKeyRows: [(trx, own) => keys.listApiKeyRows(trx, own)],
  touchApiKey: [
    (trx, own, of) =>
      keys.touchApiKey(trx, own, { id: of.apiKey.id, now, since: new Date('2099') }),
  ],
  insertApiKey: [
    (trx, own, of) =>
      keys.insertApiKey(trx, own, {
        id: newId(),
        userId: of.people.admin.id,
        name: 'Another key',
        scopes: ['read'],
        tokenHash: Buffer.alloc(32),
        createdAt: now,
        expiresAt: null,
      }),
    undefined,
  ],
  deleteApiKeyRow: [(trx, own, of) => keys.deleteApiKeyRow(trx, own, of.apiKey.id), undefined],
});
