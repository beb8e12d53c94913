import {
  admins,
  type AccessCase,
  both,
  type CaseContext,
  everyone,
  ownOnly,
  anything,
  ownFirm,
  idIn,
  withoutId,
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
  withoutId('getOverview', admins(everyone)),
  {
    ...withoutId('getMonthEnd'),
    ...both(everyone),
    ask: () => ({ params: { month: '2026-03' } }),
    hides: ({ who, side }) =>
      who.standing === 'attorney' ? [side.people.colleague.id, side.people.former.id] : [],
  },
  withoutId('saveMonthEnd', { attorney: everyone, admin: 'no', system: 'no' }, () => ({
    params: { month: '2026-03' },
    body: { isComplete: true },
  })),
  {
    ...withoutId('listExceptions'),
    ...both(everyone),
    hides: ({ who, side }) => (who.standing === 'attorney' ? [side.colleagueMark] : []),
  },
  {
    ...idIn('listExceptions', 'query.attorney', 'user'),
    attorney: { self: 'ok', rest: 'gone' },
    admin: everyone,
    system: 'no',
  },
  idIn('acceptExceptions', 'body.items.subject._id', 'entry', both(unseen), (input) =>
    acceptance(input, 'entry'),
  ),
  idIn('deleteAcceptance', 'params.id', 'acceptance', {
    ...both(ownOnly),
    delegate: { rest: 'gone' },
  }),
];

const server = {
  name: 'New server',
  host: '10.0.0.1',
  user: 'recoup',
  password: 'a-secret-of-sftp',
};
const handOver = { name: 'New hand-over', on: 'daily', time: '16:00', email: 'ledger@example.com' };
const ofHandOver = { at: 'path', of: 'handOver', ...admins(ownOnly) } as const;
const ofServer = { at: 'path', of: 'sftpServer', ...admins(ownOnly) } as const;

export const handOverCases: readonly AccessCase[] = [
  withoutId('listSftpServers', admins(everyone)),
  withoutId('createSftpServer', admins(everyone), () => ({ body: server })),
  { call: 'updateSftpServer', ...ofServer, ask: () => ({ body: server }) },
  { call: 'deleteSftpServer', ...ofServer },
  {
    call: 'testSftpServer',
    ...ofServer,
    admin: { own: 'same', rest: 'gone' },
    ask: () => ({ body: {} }),
  },
  withoutId('listHandOvers', admins(everyone)),
  withoutId('createHandOver', admins(everyone), () => ({ body: handOver })),
  {
    ...idIn('createHandOver', 'body.server', 'sftpServer'),
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ id }) => ({ body: { ...handOver, email: null, server: id } }),
  },
  idIn('createHandOver', 'body.layout', 'layout', admins({ own: 'ok', rest: 'bad' }), ({ id }) => ({
    body: { ...handOver, layout: id },
  })),
  { call: 'updateHandOver', ...ofHandOver, ask: () => ({ body: handOver }) },
  {
    ...idIn('updateHandOver', 'body.server', 'sftpServer'),
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ id, side }) => ({
      params: { id: side.handOver.id },
      body: { ...handOver, email: null, server: id },
    }),
  },
  { call: 'deleteHandOver', ...ofHandOver },
  { call: 'runHandOver', ...ofHandOver },
  withoutId('listHandOverRuns', admins(everyone)),
  idIn('listHandOverRuns', 'query.export', 'export', admins(everyone)),
  idIn('repeatHandOverRun', 'path', 'handOverRun', admins(ownOnly)),
];

const ofFirm = { at: 'none', of: 'none', ...admins(everyone) } as const;
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
    (accept): AccessCase =>
      idIn('getIncidentPack', `none (as ${accept})`, 'none', readers, () => ({
        query: { ...period, address: '10.20.0.1' },
        headers: { accept },
      })),
  ),
  {
    ...idIn('getIncidentPack', 'query.firm', 'firm'),
    ...admins(ownOnly),
    system: anything,
    ask: ({ id }) => ({ query: { ...period, address: '10.20.0.1', firm: id } }),
  },
  idIn(
    'getIncidentPack',
    'query.actor',
    'user',
    { attorney: 'no', admin: ownFirm, system: anything },
    ({ id }) => ({ query: { ...period, actor: id } }),
  ),
  idIn('getIncidentPack', 'query.session', 'user', { ...anyId, echoes: true }, ({ id }) => ({
    query: { ...period, session: id },
  })),
];

export const auditCases: readonly AccessCase[] = [
  ...incidentCases,
  withoutId('listAudit', readers),
  idIn('listAudit', 'none (as CSV)', 'none', readers, () => ({ headers: { accept: 'text/csv' } })),
  idIn('listAudit', 'query.firm', 'firm', { ...admins(ownOnly), system: everyone }),
  ...(['actor', 'subject', 'session'] as const).map(
    (name): AccessCase =>
      idIn('listAudit', `query.${name}`, 'user', anyId, ({ id }) => ({ query: { [name]: id } })),
  ),
];
