import { accountCalls } from './account.ts';
import { callFeeChangeCalls } from './call-fee-changes.ts';
import { callFeeCalls } from './call-fees.ts';
import { disbursementCalls } from './disbursements.ts';
import { entryCalls } from './entries.ts';
import { exportCalls } from './exports.ts';
import { firmCalls } from './firms.ts';
import { firstSignInCalls } from './first-sign-in.ts';
import { importCalls } from './matters.imports.ts';
import { mailCalls } from './mail.ts';
import { matterCalls } from './matters.ts';
import type { Call } from './route.ts';
import { userCalls } from './users.ts';

/** Every call of the product by name: the OpenAPI document and the tests that walk over all calls are made from this. */
export const allCalls: Readonly<Record<string, Call>> = {
  ...accountCalls,
  ...userCalls,
  ...firstSignInCalls,
  ...firmCalls,
  ...disbursementCalls,
  ...callFeeCalls,
  ...callFeeChangeCalls,
  ...matterCalls,
  ...importCalls,
  ...entryCalls,
  ...exportCalls,
  ...mailCalls,
};
