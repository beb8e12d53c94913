import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

/** Keys of a firm. */
export const apiKeyCases: readonly AccessCase[] = [
  { call: 'listApiKeys', ...none, ...admins(everyone) },
  {
    call: 'createApiKey',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { name: 'Another key', scopes: ['read'] } }),
  },
  { call: 'deleteApiKey', at: 'path', of: 'apiKey', ...admins(ownOnly) },
];
