import { newId } from '@recoup/contract/core/ids';
import * as servers from '../../src/hand-over/sftp/sftp-servers.repository.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';

const server = {
  name: 'Taken over',
  host: 'example.com',
  port: 22,
  userName: 'thief',
  secretKind: 'password',
  sealedSecret: Buffer.from('sealed'),
  folder: '',
  hostKey: null,
} as const;

export const handOverIsolationCases: readonly IsolationCase[] = isolationCasesOf('hand-over', {
  listKeptServers: [(trx, own) => servers.listKeptServers(trx, own)],
  findKeptServer: [(trx, own, of) => servers.findKeptServer(trx, own, of.sftpServer.id), undefined],
  lockServers: [(trx, own) => servers.lockServers(trx, own)],
  insertServer: [
    (trx, own) => servers.insertServer(trx, own, { ...server, id: newId(), createdAt: now }),
  ],
  updateServer: [
    (trx, own, of) => servers.updateServer(trx, own, { ...server, id: of.sftpServer.id }),
  ],
  deleteServerRow: [(trx, own, of) => servers.deleteServerRow(trx, own, of.sftpServer.id)],
});
