import { feeAnnexureEndpoints } from '@recoup/contract/call-fees/annexure-endpoints';
import { callFeeEndpoints } from '@recoup/contract/call-fees/endpoints';
import { rateMatrixEndpoints } from '@recoup/contract/fee-matrix/endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';
import { send } from '../platform/api/api-client.ts';
import { download, type Received } from '../platform/api/api-download.ts';

/** All call fee schedules that an attorney had for a type, the newest first. */
export function callFeeHistoryQuery(of: { attorneyId: string; typeId: string }) {
  return queryOptions({
    queryKey: [...queryKeys.callFees, 'history', of] as const,
    queryFn: async ({ signal }) => {
      const input = { params: { id: of.attorneyId }, query: { disbursementType: of.typeId } };
      return (await send(callFeeEndpoints.listCallFeeHistory, input, { signal })).data;
    },
    // A dialog opened again after a save offers no change that the save removed.
    gcTime: 0,
  });
}

const accept = 'application/pdf';

/** The fee annexure of an attorney, or of all active ones; `on` is a day, undefined for today. */
export function downloadAnnexure(
  attorneyId: string | undefined,
  on: string | undefined,
): Promise<Received> {
  const query = { on };
  return attorneyId === undefined
    ? download(feeAnnexureEndpoints.getFeeAnnexures, { query }, { accept })
    : download(
        feeAnnexureEndpoints.getFeeAnnexure,
        { params: { id: attorneyId }, query },
        { accept },
      );
}

/** A day, undefined for today, which the server knows. */
type Day = string | undefined;

/** The fees of a day; those of the day before stay while another one loads. */
export function rateMatrixQuery(on: Day) {
  return queryOptions({
    meta: { unableToGet: 'fees' },
    queryKey: [...queryKeys.callFees, 'matrix', on] as const,
    queryFn: async ({ signal }) =>
      (await send(rateMatrixEndpoints.getRateMatrix, { query: { on } }, { signal })).data,
    placeholderData: keepPreviousData,
  });
}
