import {
  type ChangedFirmSettings,
  firmSettingsEndpoints,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { vatEndpoints } from '@recoup/contract/vat/endpoints';
import type { VatRate } from '@recoup/contract/vat/rules';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The firm's settings; the VAT of other pages follows them. */
export const vatSettingsQuery = queryOptions({
  meta: { unableToGet: 'VAT settings' },
  queryKey: [...queryKeys.firms, 'VAT settings'] as const,
  queryFn: async ({ signal }) =>
    (await send(firmSettingsEndpoints.getFirmSettings, {}, { signal })).data,
});

export async function saveVatSettings(body: ChangedFirmSettings) {
  return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data;
}

/** The standard rates, the latest first. */
export const vatRatesQuery = queryOptions({
  meta: { unableToGet: 'VAT rates' },
  queryKey: queryKeys.vatRates,
  queryFn: async ({ signal }) => (await send(vatEndpoints.listVatRates, {}, { signal })).data,
});

export async function addVatRate(body: VatRate) {
  return (await send(vatEndpoints.createVatRate, { body })).data;
}
