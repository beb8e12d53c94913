import * as statements from '../../src/statements/statements.repository.ts';
import { all, type IsolationCase, isolationCasesOf } from './isolation-case.ts';

export const statementIsolationCases: readonly IsolationCase[] = isolationCasesOf('statements', {
  findHead: [
    (trx, own, of) => statements.findHead(trx, own, { matterId: of.matter.id }),
    undefined,
  ],
  readLines: [
    (trx, own, of) =>
      all(statements.readLines(trx, own, { matterId: of.matter.id, hasVat: false })),
    [],
  ],
  listPriceTables: [
    async (trx, own, of) => {
      const schedules = await trx.selectFrom('callFeeSchedules').select(['id', 'firmId']).execute();
      const others = schedules.filter(({ firmId }) => firmId === of.id);
      return statements.listPriceTables(
        trx,
        own,
        others.map(({ id }) => id),
      );
    },
    [],
  ],
  listMattersWithLines: [(trx, own) => statements.listMattersWithLines(trx, own, { limit: 1_000 })],
});
