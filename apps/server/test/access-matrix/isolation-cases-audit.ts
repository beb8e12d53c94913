import * as list from '../../src/audit/list/audit-list.repository.ts';
import { type IsolationCase, isolationCasesOf } from './isolation-case.ts';

const viewOf = (scope: Parameters<IsolationCase['open']>[1]) => ({ scope, hidesWork: false });

export const auditIsolationCases: readonly IsolationCase[] = isolationCasesOf('audit', {
  listAuditRows: [
    async (trx, own, of) => list.listAuditRows(trx, viewOf(own), { actor: of.people.admin.id }),
    { rows: [], count: 0, isCountExact: true },
  ],
  listAuditBatch: [
    async (trx, own, of) =>
      list.listAuditBatch(trx, viewOf(own), {
        filter: { subject: of.people.attorney.id },
        place: undefined,
        limit: 10,
      }),
    [],
  ],
  countAudit: [
    async (trx, own, of) => list.countAudit(trx, viewOf(own), { filter: { q: of.mark }, most: 10 }),
    0,
  ],
});
