import { accountEndpoints } from './account/endpoints.ts';
import { apiKeyEndpoints } from './api-keys/endpoints.ts';
import { auditEndpoints, incidentEndpoints } from './audit/endpoints.ts';
import { bulkCallFeeEndpoints } from './users/bulk-call-fees-endpoints.ts';
import { callImportEndpoints } from './call-records/import-endpoints.ts';
import { callEventEndpoints } from './call-records/event-endpoints.ts';
import { callMergeEndpoints } from './call-records/merge-endpoints.ts';
import { callRecordEndpoints } from './call-records/endpoints.ts';
import { callSetUpEndpoints, privateNumberEndpoints } from './call-records/set-up-endpoints.ts';
import { callFeeEndpoints, feeAnnexureEndpoints } from './call-fees/endpoints.ts';
import { disbursementEndpoints } from './disbursements/endpoints.ts';
import { entryCorrectionEndpoints } from './entries/entry-corrections.ts';
import { entryEndpoints } from './entries/endpoints.ts';
import { exportEndpoints } from './exports/endpoints.ts';
import { exceptionEndpoints } from './month-end/exception-endpoints.ts';
import { firmEndpoints } from './firms/endpoints.ts';
import { firmSettingsEndpoints } from './firms/firm-settings-endpoints.ts';
import { firstSignInEndpoints, recordingForEndpoints, userEndpoints } from './users/endpoints.ts';
import { profileEndpoints } from './users/profile-endpoints.ts';
import { intakeEndpoints } from './hand-over/intake-endpoints.ts';
import { importEndpoints } from './matters/import-endpoints.ts';
import { mailEndpoints } from './mail/endpoints.ts';
import { listViewEndpoints } from './list-views/endpoints.ts';
import { matterEndpoints, matterLabelEndpoints } from './matters/endpoints.ts';
import { monthFigureEndpoints } from './entries/month-figures.ts';
import { operationsEndpoints } from './operations/endpoints.ts';
import { overviewEndpoints } from './overview/endpoints.ts';
import { ownCallEndpoints } from './call-records/own-call-endpoints.ts';
import { packEndpoints } from './statements/pack-endpoints.ts';
import { postingEndpoints } from './posting/endpoints.ts';
import { rateMatrixEndpoints } from './fee-matrix/endpoints.ts';
import { reversalEndpoints } from './entries/reversals.ts';
import { feeChangeEndpoints } from './fee-changes/endpoints.ts';
import { secondFactorEndpoints } from './second-factor/endpoints.ts';
import { sessionEndpoints } from './account/session-endpoints.ts';
import { signOffEndpoints } from './month-end/sign-off-endpoints.ts';
import { signOnEndpoints } from './sign-on/endpoints.ts';
import { handOverEndpoints } from './hand-over/endpoints.ts';
import { sftpEndpoints } from './hand-over/sftp-endpoints.ts';
import type { Endpoint } from './core/endpoint.ts';
import { statementEndpoints } from './statements/endpoints.ts';
import { supplierAccountEndpoints } from './suppliers/account-endpoints.ts';
import { supplierEndpoints } from './suppliers/endpoints.ts';
import { vatEndpoints } from './vat/endpoints.ts';
import { accountVoucherEndpoints, voucherEndpoints } from './vouchers/endpoints.ts';
import { webhookEndpoints } from './webhooks/endpoints.ts';

/**
 * Every call of the product by name: the OpenAPI document and the tests that walk over all calls
 * are made from this.
 */
export const allEndpoints: Readonly<Record<string, Endpoint>> = {
  ...accountEndpoints,
  ...sessionEndpoints,
  ...secondFactorEndpoints,
  ...signOnEndpoints,
  ...userEndpoints,
  ...profileEndpoints,
  ...firstSignInEndpoints,
  ...recordingForEndpoints,
  ...firmEndpoints,
  ...firmSettingsEndpoints,
  ...vatEndpoints,
  ...disbursementEndpoints,
  ...callFeeEndpoints,
  ...bulkCallFeeEndpoints,
  ...feeAnnexureEndpoints,
  ...rateMatrixEndpoints,
  ...feeChangeEndpoints,
  ...matterEndpoints,
  ...matterLabelEndpoints,
  ...importEndpoints,
  ...entryEndpoints,
  ...monthFigureEndpoints,
  ...reversalEndpoints,
  ...entryCorrectionEndpoints,
  ...voucherEndpoints,
  ...supplierEndpoints,
  ...supplierAccountEndpoints,
  ...accountVoucherEndpoints,
  ...listViewEndpoints,
  ...exportEndpoints,
  ...mailEndpoints,
  ...postingEndpoints,
  ...sftpEndpoints,
  ...intakeEndpoints,
  ...handOverEndpoints,
  ...statementEndpoints,
  ...packEndpoints,
  ...signOffEndpoints,
  ...exceptionEndpoints,
  ...overviewEndpoints,
  ...callImportEndpoints,
  ...callRecordEndpoints,
  ...callMergeEndpoints,
  ...ownCallEndpoints,
  ...callSetUpEndpoints,
  ...callEventEndpoints,
  ...privateNumberEndpoints,
  ...apiKeyEndpoints,
  ...webhookEndpoints,
  ...operationsEndpoints,
  ...auditEndpoints,
  ...incidentEndpoints,
};
