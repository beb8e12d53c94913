import {
  type AccessCase,
  admins,
  anything,
  everyone,
  none,
  ownFirm,
  ownOnly,
} from './expectations.ts';

const readers = { attorney: 'no', admin: everyone, system: everyone } as const;
/** A filter that matches nothing of others; a missing one matches nothing, too. */
const anyId = { attorney: 'no', admin: everyone, system: everyone } as const;

const period = { from: '2026-01-01', to: '2026-12-31' };
const types = ['application/json', 'application/pdf'] as const; // the kinds of replies

const incidentCases: readonly AccessCase[] = [
  ...types.map(
    (accept): AccessCase => ({
      call: 'getIncidentPack',
      at: `none (as ${accept})`,
      of: 'none',
      ...readers,
      ask: () => ({ query: { ...period, address: '10.20.0.1' }, headers: { accept } }),
    }),
  ),
  {
    call: 'getIncidentPack',
    at: 'query.firm',
    of: 'firm',
    ...admins(ownOnly),
    system: anything,
    ask: ({ id }) => ({ query: { ...period, address: '10.20.0.1', firm: id } }),
  },
  {
    call: 'getIncidentPack',
    at: 'query.actor',
    of: 'user',
    attorney: 'no',
    admin: ownFirm,
    system: anything,
    ask: ({ id }) => ({ query: { ...period, actor: id } }),
  },
  {
    call: 'getIncidentPack',
    at: 'query.session',
    of: 'user',
    ...anyId,
    ask: ({ id }) => ({ query: { ...period, session: id } }),
    echoes: true,
  },
];

export const auditCases: readonly AccessCase[] = [
  ...incidentCases,
  { call: 'listAudit', ...none, ...readers },
  {
    call: 'listAudit',
    at: 'none (as CSV)',
    of: 'none',
    ...readers,
    ask: () => ({ headers: { accept: 'text/csv' } }),
  },
  { call: 'listAudit', at: 'query.firm', of: 'firm', ...admins(ownOnly), system: everyone },
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
