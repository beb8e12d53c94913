import * as signOffs from '../../src/month-end/sign-off/sign-off.repository.ts';
import { type IsolationCase, isolationCasesOf } from './isolation-case.ts';

const month = { from: '2026-02-01', to: '2026-02-28' };

export const monthEndIsolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('month-end', {
    listAttorneyMonths: [(trx, own) => signOffs.listAttorneyMonths(trx, own, month)],
    'listAttorneyMonths of an attorney': [
      (trx, own, of) =>
        signOffs.listAttorneyMonths(trx, own, { ...month, attorney: of.people.attorney.id }),
      [],
    ],
    deleteSignOff: [
      (trx, own, of) =>
        signOffs.deleteSignOff(trx, own, { attorneyId: of.people.attorney.id, ...month }),
      false,
    ],
  }),
];
