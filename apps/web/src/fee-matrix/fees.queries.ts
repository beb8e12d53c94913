import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { rateMatrixEndpoints } from '@recoup/contract/fee-matrix/endpoints';
import { role } from '@recoup/contract/core/access';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { transfer } from '../platform/api/api-transfer.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** All attorneys by name, also those without a disbursement type. */
export const attorneysQuery = queryOptions({
  meta: { unableToGet: 'attorneys' },
  queryKey: [...queryKeys.users, 'rows of fees'] as const,
  queryFn: async ({ signal }) => {
    const query = { role: `${role.attorney}`, sortOrderName: '1' } as const;
    return (await send(userEndpoints.listUsers, { query }, { signal })).data;
  },
});

/** An attorney as a dialog reads and changes it. */
export function attorneyQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.users, 'fees of', id] as const,
    queryFn: async ({ signal }) =>
      (await send(userEndpoints.getUser, { params: { id } }, { signal })).data,
    gcTime: 0,
    staleTime: 0,
  });
}

type ChangedCell = {
  attorneyId: string;
  version: number;
  typeId: string;
  /** None: no call fees from that day on. */
  callFees: readonly FeeRow[];
  from: string;
  /** All types of the attorney, if the one of the cell is new. */
  types: readonly string[] | undefined;
};

/** Saves the call fees of one type, and nothing else of the attorney. */
export async function saveCell({ attorneyId, typeId, ...cell }: ChangedCell): Promise<void> {
  const body = {
    version: cell.version,
    callFeesFrom: cell.from,
    callFees: cell.callFees.map((fee) => ({ disbursementType: typeId, ...fee })),
    ...(cell.callFees.length === 0 && { withoutCallFees: [typeId] }),
    ...(cell.types && { disbursementTypes: [...cell.types] }),
  };
  await send(userEndpoints.updateUser, { params: { id: attorneyId }, body });
}

export function downloadMatrix(on: string | undefined): Promise<string> {
  return transfer(rateMatrixEndpoints.getRateMatrix, { query: { on }, accept: 'text/csv' });
}

export type FeesFile = { content: string; name: string };

export async function previewMatrix(file: FeesFile) {
  const body = { ...toBody(file), dryRun: true };
  return (await send(rateMatrixEndpoints.uploadRateMatrix, { body })).data;
}

/** `expected` is the state of the preview; the server rejects the file after other changes. */
export async function uploadMatrix(file: FeesFile, expected: string) {
  const body = { ...toBody(file), dryRun: false, expected };
  return (await send(rateMatrixEndpoints.uploadRateMatrix, { body })).data;
}

function toBody({ content, name }: FeesFile) {
  return { fileStream: content, fileName: name.slice(0, 200) };
}
