import {
  type FirmSettings,
  firmSettingsEndpoints,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

export type Policy = FirmSettings['secondFactor'];

/** The firm's rule for second factors: the users it is for, and its first day. */
export const policyQuery = queryOptions({
  meta: { unableToGet: 'the second factor of the firm' },
  queryKey: [...queryKeys.firms, 'second factor'] as const,
  queryFn: async ({ signal }): Promise<Policy> =>
    (await send(firmSettingsEndpoints.getFirmSettings, {}, { signal })).data.secondFactor,
});

export async function savePolicy({ policy, from }: Policy): Promise<Policy> {
  const secondFactor = { policy, ...(from !== null && policy !== 'off' && { from }) };
  const body = { secondFactor };
  return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data.secondFactor;
}
