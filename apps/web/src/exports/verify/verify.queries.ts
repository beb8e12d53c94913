import { callFeeEndpoints } from '@recoup/contract/call-fees/endpoints';
import { role } from '@recoup/contract/core/access';
import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { exportEndpoints, type ExportRecord } from '@recoup/contract/exports/endpoints';
import { packEndpoints, type TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { send } from '../../platform/api/api-client.ts';
import type { FindSchedules, Schedules } from './check-lines.ts';

/** Exports whose CSV, or a mailed file of which, has the hash; the latest first. */
export async function findExportsByHash(sha256: string): Promise<ExportRecord[]> {
  return (await send(exportEndpoints.listExports, { query: { sha256 } })).data;
}

/** Taxation packs whose ZIP or a part of it has the hash; the latest first. */
export async function findPacksByHash(sha256: string): Promise<TaxationPack[]> {
  return (await send(packEndpoints.listTaxationPacks, { query: { sha256 } })).data;
}

const perPage = 100;
const mostPages = 10;

/** The latest thousand exports. */
export async function listLatestExports(): Promise<ExportRecord[]> {
  const found: ExportRecord[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { page, itemsPerPage: perPage };
    const { data, count } = await send(exportEndpoints.listExports, { query });
    found.push(...data);
    if (found.length >= count || data.length === 0) break;
  }
  return found;
}

/** So many requests run at once. */
const requestsAtOnce = 4;

/** All call fees of the named attorneys and types, also replaced ones. Names may be of several. */
export async function findSchedules(
  pairs: readonly (readonly [attorney: string, type: string])[],
): Promise<FindSchedules> {
  if (pairs.length === 0) return () => undefined;
  const [people, types] = await Promise.all([
    send(userEndpoints.listUsers, { query: { role: `${role.attorney}` } }),
    send(disbursementEndpoints.listDisbursements, { query: {} }),
  ]);
  const found = new Map<string, Schedules>();
  const wanted = pairs.flatMap(([attorney, type]) =>
    people.data
      .filter(({ name }) => name === attorney)
      .flatMap(({ _id: id }) =>
        types.data
          .filter(({ title }) => title === type)
          .map(({ _id: disbursementType }) => ({
            key: pairKey(attorney, type),
            id,
            disbursementType,
          })),
      ),
  );
  for (let at = 0; at < wanted.length; at += requestsAtOnce)
    await Promise.all(
      wanted.slice(at, at + requestsAtOnce).map(async ({ key, id, disbursementType }) => {
        const args = { params: { id }, query: { disbursementType } };
        const { data } = await send(callFeeEndpoints.listCallFeeHistory, args);
        found.set(key, [...(found.get(key) ?? []), ...data]);
      }),
    );
  return (attorney, type) => found.get(pairKey(attorney, type));
}

function pairKey(attorney: string, type: string): string {
  return `${attorney}\n${type}`;
}
