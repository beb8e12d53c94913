import { bulkCorrectionCases } from './cases-bulk-corrections.ts';
import { callCases } from './cases-calls.ts';
import { listViewCases } from './cases-list-views.ts';
import { allEndpoints } from '@recoup/contract/endpoints';
import { accountCases } from './cases-account.ts';
import { apiKeyCases } from './cases-api-keys.ts';
import { auditCases } from './cases-audit.ts';
import { disbursementCases } from './cases-disbursements.ts';
import { entryCases } from './cases-entries.ts';
import { exportCases } from './cases-exports.ts';
import { firmCases } from './cases-firms-and-fees.ts';
import { handOverCases } from './cases-hand-over.ts';
import { matterIntakeCases } from './cases-matter-intake.ts';
import { importCases } from './cases-imports.ts';
import { matterCases } from './cases-matters.ts';
import { monthEndCases } from './cases-month-ends.ts';
import { postingCases } from './cases-posting.ts';
import { rateMatrixCases } from './cases-fee-matrix.ts';
import { feeChangeCases } from './cases-fee-changes.ts';
import { registrationCases } from './cases-registration.ts';
import { secondFactorCases } from './cases-second-factors.ts';
import { statementCases } from './cases-statements.ts';
import { userCases } from './cases-users.ts';
import { webhookCases } from './cases-webhooks.ts';
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
