import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

/** Keys of a firm. */
export const apiKeyCases: readonly AccessCase[] = [
  { call: 'listApiKeys', ...none, ...admins, admin: everyone },
  {
    call: 'createApiKey',
    ...none,
    ...admins,
    admin: everyone,
    ask: () => ({ body: { name: 'Another key', scopes: ['read'] } }),
  },
  { call: 'deleteApiKey', at: 'path', of: 'apiKey', ...admins, admin: ownOnly },
];
