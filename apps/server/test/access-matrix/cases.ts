import { bulkCorrectionCases, entryCases } from './cases-entries.ts';
import { callCases, statementCases, webhookCases } from './cases-calls.ts';
import { listViewCases, disbursementCases, rateMatrixCases, feeChangeCases } from './cases-fees.ts';
import { allEndpoints } from '@recoup/contract/endpoints';
import { accountCases, apiKeyCases, secondFactorCases } from './cases-account.ts';
import { auditCases, handOverCases, matterIntakeCases, monthEndCases } from './cases-month-ends.ts';
import { exportCases, importCases, matterCases, postingCases } from './cases-files.ts';
import { firmCases, registrationCases } from './cases-firms.ts';
import { userCases } from './cases-users.ts';
import type { AccessCase } from './expectations.ts';

/** Every endpoint, with an id in every place that takes one, by the test file that asks it. */
export const accessCasesByPart = {
  people: [...accountCases, ...secondFactorCases, ...apiKeyCases, ...userCases],
  firms: [
    ...registrationCases,
    ...firmCases,
    ...rateMatrixCases,
    ...feeChangeCases,
    ...listViewCases,
    ...disbursementCases,
  ],
  entries: [
    ...bulkCorrectionCases,
    ...matterCases,
    ...importCases,
    ...entryCases,
    ...exportCases,
    ...postingCases,
  ],
  calls: [
    ...handOverCases,
    ...webhookCases,
    ...matterIntakeCases,
    ...callCases,
    ...statementCases,
    ...monthEndCases,
    ...auditCases,
  ],
} as const satisfies Record<string, readonly AccessCase[]>;
export type Part = keyof typeof accessCasesByPart;

/** The whole table. */
export const accessCases: readonly AccessCase[] = Object.values(accessCasesByPart).flat();

/** One request for each writing endpoint, by a user with the right to it. */
export function oneOfEachWrite(cases: readonly AccessCase[]): AccessCase[] {
  const isAnswered = ({ attorney, admin, system, grant }: AccessCase) =>
    [attorney, admin, system, grant].some((rule) => isGood(rule));
  const writing = cases.filter(
    (accessCase) => allEndpoints[accessCase.call]?.method !== 'GET' && isAnswered(accessCase),
  );
  return [...new Map(writing.map((accessCase) => [accessCase.call, accessCase])).values()];
}

function isGood(rule: AccessCase['grant']): boolean {
  return rule !== undefined && rule !== 'no' && Object.values(rule).includes('ok');
}
