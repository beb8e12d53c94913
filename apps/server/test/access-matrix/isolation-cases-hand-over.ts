import { newId } from '@recoup/contract/core/ids';
import * as servers from '../../src/hand-over/sftp/sftp-servers.repository.ts';
import * as runs from '../../src/hand-over/runs/runs.repository.ts';
import * as schedules from '../../src/hand-over/schedules/hand-overs.repository.ts';
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

const handOver = {
  name: 'Taken over',
  type: 'csv',
  layout: null,
  serverId: null,
  email: 'thief@example.com',
  on: 'daily',
  day: null,
  time: '00:00',
  isOn: true,
  nextAt: now,
} as const;

const newRun = {
  name: 'Taken over',
  dueAt: now,
  startedAt: now,
  upTo: '2026-03-05',
  state: 'sending',
  message: null,
  type: 'csv',
  layout: null,
  serverId: null,
  mailId: null,
  recipient: 'thief@example.com',
  fileName: null,
  nextTryAt: null,
  giveUpAt: null,
} as const;

export const handOverIsolationCases: readonly IsolationCase[] = isolationCasesOf('hand-over', {
  listStoredServers: [(trx, own) => servers.listStoredServers(trx, own)],
  findStoredServer: [
    (trx, own, of) => servers.findStoredServer(trx, own, of.sftpServer.id),
    undefined,
  ],
  lockServers: [(trx, own) => servers.lockServers(trx, own)],
  insertServer: [
    (trx, own) => servers.insertServer(trx, own, { ...server, id: newId(), createdAt: now }),
  ],
  updateServer: [
    (trx, own, of) => servers.updateServer(trx, own, { ...server, id: of.sftpServer.id }),
  ],
  deleteServerRow: [(trx, own, of) => servers.deleteServerRow(trx, own, of.sftpServer.id)],
  listShownHandOvers: [(trx, own) => schedules.listShownHandOvers(trx, own)],
  findShownHandOver: [
    (trx, own, of) => schedules.findShownHandOver(trx, own, of.handOver.id),
    undefined,
  ],
  lockHandOvers: [(trx, own) => schedules.lockHandOvers(trx, own)],
  lockHandOver: [(trx, own, of) => schedules.lockHandOver(trx, own, of.handOver.id), undefined],
  insertHandOver: [
    (trx, own, of) =>
      schedules.insertHandOver(trx, own, {
        ...handOver,
        id: newId(),
        savedBy: of.people.admin.id,
        createdAt: now,
      }),
  ],
  updateHandOverRow: [
    (trx, own, of) =>
      schedules.updateHandOverRow(trx, own, {
        ...handOver,
        id: of.handOver.id,
        savedBy: of.people.admin.id,
      }),
  ],
  setNextTime: [
    (trx, own, of) => schedules.setNextTime(trx, own, { id: of.handOver.id, nextAt: now }),
  ],
  deleteHandOverRow: [(trx, own, of) => schedules.deleteHandOverRow(trx, own, of.handOver.id)],
  findUseOfServer: [
    (trx, own, of) => schedules.findUseOfServer(trx, own, of.sftpServer.id),
    undefined,
  ],
  listRunners: [(trx, own) => schedules.listRunners(trx, own)],
  insertRun: [
    (trx, own, of) =>
      runs.insertRun(trx, own, {
        ...newRun,
        id: newId(),
        handOverId: of.handOver.id,
        exportId: of.export.id,
      }),
  ],
  listRuns: [(trx, own) => runs.listRuns(trx, own, {})],
  findRun: [(trx, own, of) => runs.findRun(trx, own, of.handOverRun.id), undefined],
  beginTry: [
    (trx, own, of) => runs.beginTry(trx, own, { id: of.handOverRun.id, now, endsAt: now }),
    undefined,
  ],
  endTry: [
    (trx, own, of) =>
      runs.endTry(trx, own, {
        id: of.handOverRun.id,
        tries: 1,
        message: null,
        nextTryAt: null,
        state: 'sent',
      }),
    false,
  ],
  lockRepeatable: [(trx, own, of) => runs.lockRepeatable(trx, own, of.handOverRun.id), undefined],
  beginAgain: [
    (trx, own, of) =>
      runs.beginAgain(trx, own, { id: of.handOverRun.id, nextTryAt: now, giveUpAt: now }),
  ],
});
