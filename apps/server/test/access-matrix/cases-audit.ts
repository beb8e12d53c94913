import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

const readers = { attorney: 'no', admin: everyone, system: everyone } as const;
/** A filter that matches nothing of others; a missing one matches nothing, too. */
const anyId = { attorney: 'no', admin: everyone, system: everyone } as const;

export const auditCases: readonly AccessCase[] = [
  { call: 'listAudit', ...none, ...readers, ask: () => ({}) },
  {
    call: 'listAudit',
    at: 'none (as CSV)',
    of: 'none',
    ...readers,
    ask: () => ({ headers: { accept: 'text/csv' } }),
  },
  {
    call: 'listAudit',
    at: 'query.firm',
    of: 'firm',
    ...admins,
    admin: ownOnly,
    system: everyone,
    ask: ({ id }) => ({ query: { firm: id } }),
  },
  ...(['actor', 'subject', 'session'] as const).map(
    (name): AccessCase => ({
      call: 'listAudit',
      at: `query.${name}`,
      of: 'user',
      ...anyId,
      ask: ({ id }) => ({ query: { [name]: id } }),
    }),
  ),
];
