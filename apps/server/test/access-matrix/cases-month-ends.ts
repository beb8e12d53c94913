import {
  admins,
  type AccessCase,
  both,
  type CaseContext,
  everyone,
  none,
  ownOnly,
  anything,
  ownFirm,
} from './expectations.ts';

const acceptance = ({ id }: CaseContext, kind: string) => ({
  body: {
    reason: 'It is right',
    items: [{ code: 'WEEKEND', subject: { kind, _id: id }, fingerprint: 'e'.repeat(32) }],
  },
});
/** These facts are not those of the entry, whichever it is. */
const unseen = { rest: 'stale' } as const;

export const monthEndCases: readonly AccessCase[] = [
  { call: 'getOverview', ...none, ...admins(everyone) },
  {
    call: 'getMonthEnd',
    ...none,
    attorney: everyone,
    admin: everyone,
    system: 'no',
    ask: () => ({ params: { month: '2026-03' } }),
    hides: ({ who, side }) =>
      who.standing === 'attorney' ? [side.people.colleague.id, side.people.former.id] : [],
  },
  {
    call: 'saveMonthEnd',
    ...none,
    attorney: everyone,
    admin: 'no',
    system: 'no',
    ask: () => ({ params: { month: '2026-03' }, body: { isComplete: true } }),
  },
  {
    call: 'listExceptions',
    ...none,
    ...both(everyone),
    hides: ({ who, side }) => (who.standing === 'attorney' ? [side.colleagueMark] : []),
  },
  {
    call: 'listExceptions',
    at: 'query.attorney',
    of: 'user',
    attorney: { self: 'ok', rest: 'gone' },
    admin: everyone,
    system: 'no',
  },
  {
    call: 'acceptExceptions',
    at: 'body.items.subject._id',
    of: 'entry',
    ...both(unseen),
    ask: (given) => acceptance(given, 'entry'),
  },
  {
    call: 'deleteAcceptance',
    at: 'params.id',
    of: 'acceptance',
    ...both(ownOnly),
    delegate: { rest: 'gone' },
  },
];

const server = {
  name: 'New server',
  host: '10.0.0.1',
  user: 'recoup',
  password: 'a-secret-of-sftp',
};
const handOver = {
  name: 'New hand-over',
  on: 'daily',
  time: '16:00',
  email: 'ledger@example.com',
};
const ofHandOver = { at: 'path', of: 'handOver', ...admins(ownOnly) } as const;
const ofServer = { at: 'path', of: 'sftpServer', ...admins(ownOnly) } as const;

export const handOverCases: readonly AccessCase[] = [
  { call: 'listSftpServers', ...none, ...admins(everyone) },
  {
    call: 'createSftpServer',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: server }),
  },
  {
    call: 'updateSftpServer',
    ...ofServer,
    ask: ({ id }) => ({ params: { id }, body: server }),
  },
  { call: 'deleteSftpServer', ...ofServer },
  {
    call: 'testSftpServer',
    ...ofServer,
    admin: { own: 'same', rest: 'gone' },
    ask: ({ id }) => ({ params: { id }, body: {} }),
  },
  { call: 'listHandOvers', ...none, ...admins(everyone) },
  {
    call: 'createHandOver',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: handOver }),
  },
  {
    call: 'createHandOver',
    at: 'body.server',
    of: 'sftpServer',
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ id }) => ({ body: { ...handOver, email: null, server: id } }),
  },
  {
    call: 'createHandOver',
    at: 'body.layout',
    of: 'layout',
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ id }) => ({ body: { ...handOver, layout: id } }),
  },
  {
    call: 'updateHandOver',
    ...ofHandOver,
    ask: ({ id }) => ({ params: { id }, body: handOver }),
  },
  {
    call: 'updateHandOver',
    at: 'body.server',
    of: 'sftpServer',
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ id, side }) => ({
      params: { id: side.handOver.id },
      body: { ...handOver, email: null, server: id },
    }),
  },
  { call: 'deleteHandOver', ...ofHandOver },
  { call: 'runHandOver', ...ofHandOver },
  { call: 'listHandOverRuns', ...none, ...admins(everyone) },
  { call: 'listHandOverRuns', at: 'query.export', of: 'export', ...admins(everyone) },
  { call: 'repeatHandOverRun', at: 'path', of: 'handOverRun', ...admins(ownOnly) },
];

const ofFirm = { ...none, ...admins(everyone) } as const;
const intakeServer = { at: 'body.server', of: 'sftpServer' } as const;

export const matterIntakeCases: readonly AccessCase[] = [
  { call: 'getIntake', ...ofFirm },
  {
    call: 'saveIntake',
    ...intakeServer,
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ id }) => ({ body: { server: id, time: '07:15' } }),
  },
  { call: 'deleteIntake', ...ofFirm },
  {
    call: 'testIntake',
    ...intakeServer,
    ...admins({ own: 'same', rest: 'gone' }),
    ask: ({ id }) => ({ body: { server: id } }),
  },
  { call: 'runIntake', ...ofFirm },
  { call: 'listIntakeRuns', ...ofFirm },
];

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
