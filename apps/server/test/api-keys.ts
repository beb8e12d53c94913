import type { ApiKey } from '@recoup/contract/api-keys/endpoints';
import { keyScopes } from '@recoup/contract/core/access';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** The scopes that end with the maker of a key. */
const endingScopes = keyScopes.filter((scope) => scope !== 'provision');

let serial = 0;

/** The requests around API keys. */
export function keyRequests(test: TestApp) {
  const create = async (token: string, body: object = {}) => {
    serial += 1;
    const form = { name: `Key ${serial}`, scopes: endingScopes, ...body };
    return test.call('POST /api-keys', { token, body: form });
  };
  return {
    create,
    make: async (token: string, body?: object): Promise<{ _id: string; key: string }> => {
      const reply = await create(token, body);
      expect(reply).toAnswer(201);
      return reply.json<{ data: { _id: string; key: string } }>().data;
    },
    list: async (token: string): Promise<ApiKey[]> => {
      const reply = await test.call('GET /api-keys', { token });
      expect(reply).toAnswer(200);
      return reply.json<{ data: ApiKey[] }>().data;
    },
    /** The status of the call, or the code of its error. */
    ask: async (key: string, what = 'GET /matters', body?: object): Promise<number | string> => {
      const reply = await test.call(what, { token: key, body });
      return reply.statusCode < 300 ? reply.statusCode : reply.json<{ code: string }>().code;
    },
  };
}
