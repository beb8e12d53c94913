import { queryOptions } from '@tanstack/react-query';
import { packEndpoints, type TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { send, sendDryRun } from '../../platform/api/api-client.ts';
import { download, type Received } from '../../platform/api/api-download.ts';
import { read, subjectKey } from '../../platform/api/read.ts';
import {
  choiceFilter,
  filterQuery,
  type FilterValues,
  type ListFilters,
  periodFilters,
  recordFilter,
} from '../../platform/filters/filters.ts';
import { isBackwards } from '../../platform/filters/period.ts';
import { finishUndoable } from '../../ui/feedback/undo.ts';
import type { ListView } from '../../ui/list/list-view.ts';

/** The matter of a pack, its days, and `true` to hide the last digits of numbers. */
export const packFilters = {
  ...periodFilters,
  matter: recordFilter,
  masked: { ...choiceFilter(['true']), keepsPage: true },
};
export type PackFilters = ListFilters<typeof packFilters>;
export type PackView = FilterValues<typeof packFilters>;

/** The contents of a pack that would be made now. Its key is below the entries. */
export function packPreviewQuery(view: PackView) {
  const { matter, masked: _, ...days } = view;
  const input = { params: { id: matter }, body: { ...filterQuery(days), dryRun: true } };
  return queryOptions({
    queryKey: [...subjectKey('statements'), 'pack', matter, days] as const,
    queryFn: async ({ signal }) => {
      // An entry that was announced as deleted must not be counted.
      await finishUndoable();
      return (await sendDryRun(packEndpoints.createTaxationPack, input, { signal })).data;
    },
    enabled: matter !== '' && !isBackwards(view),
    staleTime: 0,
  });
}

export async function makePack({ matter, masked, ...days }: PackView) {
  await finishUndoable();
  const body = { ...filterQuery(days), masksNumbers: masked === 'true' };
  return send(packEndpoints.createTaxationPack, { params: { id: matter }, body });
}

const whileMaking = 1_500;

/** A page of the ledger, of a matter or of all; read again while a pack is being made. */
export function packsQuery(matter: string, { page, size }: Pick<ListView, 'page' | 'size'>) {
  const query = { page, itemsPerPage: size, ...(matter !== '' && { matter }) };
  const options = read(packEndpoints.listTaxationPacks, { query }, { staleTime: 0 });
  return queryOptions({
    ...options,
    refetchInterval: ({ state }) =>
      state.data?.data.some((pack) => pack.state === 'making') === true ? whileMaking : false,
  });
}

export async function downloadPack({ _id }: TaxationPack): Promise<Received> {
  const input = { params: { id: _id } };
  return download(packEndpoints.getTaxationPackFile, input, { accept: 'application/zip' });
}
