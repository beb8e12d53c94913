import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

const server = {
  name: 'New server',
  host: '10.0.0.1',
  user: 'recoup',
  password: 'a-secret-of-sftp',
};
const ofServer = { at: 'path', of: 'sftpServer', ...admins, admin: ownOnly } as const;

export const handOverCases: readonly AccessCase[] = [
  { call: 'listSftpServers', ...none, ...admins, admin: everyone, ask: () => ({}) },
  {
    call: 'createSftpServer',
    ...none,
    ...admins,
    admin: everyone,
    ask: () => ({ body: server }),
  },
  {
    call: 'updateSftpServer',
    ...ofServer,
    ask: ({ id }) => ({ params: { id }, body: server }),
  },
  { call: 'deleteSftpServer', ...ofServer, ask: ({ id }) => ({ params: { id } }) },
  {
    call: 'testSftpServer',
    ...ofServer,
    admin: { own: 'same', rest: 'gone' },
    ask: ({ id }) => ({ params: { id }, body: {} }),
  },
];
