import { accountCalls } from './account/endpoints.ts';
import { callFeeChangeCalls } from './users/bulk-call-fees-endpoints.ts';
import { callFeeCalls } from './call-fees/endpoints.ts';
import { disbursementCalls } from './disbursements/endpoints.ts';
import { entryCalls } from './entries/endpoints.ts';
import { exportCalls } from './exports/endpoints.ts';
import { firmCalls } from './firms/endpoints.ts';
import { firstSignInCalls } from './users/first-sign-in-endpoints.ts';
import { importCalls } from './matters/import-endpoints.ts';
import { mailCalls } from './mail/endpoints.ts';
import { matterCalls } from './matters/endpoints.ts';
import type { Call } from './core/endpoint.ts';
import { userCalls } from './users/endpoints.ts';

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
