import { newId } from '@recoup/contract/core/ids';
import * as intakes from '../../src/hand-over/intake/intake.repository.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';

const next = { nextAt: now, tries: 1, problem: 'taken over' };
const place = { folder: '', pattern: '*', days: 'daily', time: '06:00', isOn: true } as const;
const file = { name: 'taken over', bytes: 1, modifiedAt: now };
const run = { startedAt: now, state: 'done' as const, message: null, files: [] };

export const matterIntakeIsolationCases: readonly IsolationCase[] = isolationCasesOf('hand-over', {
  findIntake: [(trx, own) => intakes.findIntake(trx, own)],
  lockIntake: [(trx, own) => intakes.lockIntake(trx, own)],
  replaceIntake: [
    (trx, own, of) =>
      intakes.replaceIntake(trx, own, {
        ...place,
        ...next,
        serverId: of.sftpServer.id,
        savedBy: of.people.admin.id,
      }),
  ],
  updateNextTime: [
    (trx, own) =>
      intakes.updateNextTime(trx, own, { ...next, before: new Date(now.getTime() + 3_600_000) }),
  ],
  deleteIntakeRow: [(trx, own) => intakes.deleteIntakeRow(trx, own)],
  queueIntake: [(trx, own) => intakes.queueIntake(trx, own)],
  insertIntakeRun: [(trx, own) => intakes.insertIntakeRun(trx, own, { ...run, id: newId() })],
  listIntakeRuns: [(trx, own) => intakes.listIntakeRuns(trx, own, {})],
  listTakenFiles: [(trx, own) => intakes.listTakenFiles(trx, own, [file])],
  insertTakenFile: [(trx, own) => intakes.insertTakenFile(trx, own, file)],
});
