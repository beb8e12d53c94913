import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

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
