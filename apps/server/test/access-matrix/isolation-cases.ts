import { workListIsolationCases } from './isolation-cases-work-lists.ts';
import { callIsolationCases } from './isolation-cases-calls.ts';
import { auditIsolationCases } from './isolation-cases-audit.ts';
import { apiKeyIsolationCases } from './isolation-cases-api-keys.ts';
import type { Part } from './cases.ts';
import type { IsolationCase } from './isolation-case.ts';
import { entryIsolationCases } from './isolation-cases-entries.ts';
import { exportIsolationCases } from './isolation-cases-exports.ts';
import { feeIsolationCases } from './isolation-cases-fees.ts';
import { webhookIsolationCases } from './isolation-cases-webhooks.ts';
import { handOverIsolationCases } from './isolation-cases-hand-over.ts';
import { importIsolationCases } from './isolation-cases-imports.ts';
import { matterIntakeIsolationCases } from './isolation-cases-matter-intake.ts';
import { monthEndIsolationCases } from './isolation-cases-month-ends.ts';
import { postingIsolationCases } from './isolation-cases-posting.ts';
import { feeChangeIsolationCases } from './isolation-cases-fee-changes.ts';
import { statementIsolationCases } from './isolation-cases-statements.ts';
import { userIsolationCases } from './isolation-cases-users.ts';

/** Every function of a repository that takes a firm scope, called for another firm's rows. */
export const isolationCasesByPart: Readonly<Record<Part, readonly IsolationCase[]>> = {
  people: [...userIsolationCases, ...apiKeyIsolationCases],
  firms: [...feeIsolationCases, ...feeChangeIsolationCases, ...workListIsolationCases],
  entries: [
    ...importIsolationCases,
    ...entryIsolationCases,
    ...exportIsolationCases,
    ...postingIsolationCases,
  ],
  calls: [
    ...handOverIsolationCases,
    ...webhookIsolationCases,
    ...matterIntakeIsolationCases,
    ...callIsolationCases,
    ...statementIsolationCases,
    ...monthEndIsolationCases,
    ...auditIsolationCases,
  ],
};

export const isolationCases: readonly IsolationCase[] = Object.values(isolationCasesByPart).flat();
