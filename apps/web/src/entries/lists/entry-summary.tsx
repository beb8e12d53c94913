import { useQuery, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { totalsText } from '@recoup/contract/vat/totals';
import { type Matter, matterEndpoints } from '@recoup/contract/matters/endpoints';
import { may } from '../../platform/session/may.ts';
import { ListTools } from '../../list-views/list-tools.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { saveCsv } from '../../ui/lib/save-file.ts';
import { countOf } from '../../ui/lib/format.ts';
import { FilterChips } from '../../ui/list/filter-chips.tsx';
import { readView } from '../../ui/list/list-view.ts';
import { subjectKey } from '../../platform/api/read.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { useDeletedIds } from '../deletion/deletions.ts';
import { choiceText } from '../../platform/filters/filters.ts';
import { periodText } from '../../platform/filters/period.ts';
import {
  downloadEntries,
  entryDefaults,
  type EntryFilters,
  type EntryFilterValues,
  exportedOptions,
  firmEntriesQuery,
  typeNamesQuery,
  voucherOptions,
} from './firm-entries.queries.ts';
import { useAttorneyNames } from '../../platform/session/attorney-names.ts';
import { optionalColumns } from './firm-entry-columns.tsx';
import styles from './firm-entries-page.module.css';
import { toMatterChoice, recentMattersQuery } from '../entries.queries.ts';
import type { MatterChoice } from '../form/matter-choice.ts';

/** Count and sum of all that match, from the answer that the list shows, and what narrows it. */
export function EntrySummary({ filters }: { filters: EntryFilters }) {
  const [params] = useSearchParams();
  const view = readView(params, entryDefaults);
  const deleted = useDeletedIds();
  const { data } = useQuery(firmEntriesQuery(filters.values, view, deleted));
  const download = useActionBy(() => downloadEntries(filters.values, view), {
    onDone: (content) => saveCsv('entries.csv', content),
  });
  return (
    <>
      <div className={styles.summary} tabIndex={-1}>
        <output className={styles.totals}>
          {data ? countAndSumText(data.count, data.amount) : '\u00A0'}
          {data?.vat !== undefined && <small>{totalsText(data.vat)}</small>}
        </output>
        <FilterChips filters={filters} texts={useFilterTexts(filters.values)} />
        <div className={styles.tools}>
          {may('list-views:write') && (
            <ListTools list="entries" columns={optionalColumns} fixed="Matter and Amount" />
          )}
          <Button
            variant="quiet"
            aria-label="Download CSV"
            title="Download CSV"
            isBusy={download.isPending}
            onClick={() => download.run()}
          >
            <DownloadIcon />
            CSV
          </Button>
        </div>
      </div>
      {download.isError && <Alert kind="error">{download.error.message}</Alert>}
    </>
  );
}

function countAndSumText(count: number, amount: string | number = 0): string {
  return `${countOf(count, 'entry', 'entries')}, ${formatRand(toCentsTotal(amount))}`;
}

function useFilterTexts(filters: EntryFilterValues) {
  const attorneys = useAttorneyNames();
  const types = useQuery(typeNamesQuery);
  const { attorney, matter, disbursementType, exported, hasVoucher } = filters;
  const matterName = useMatterName(matter);
  return {
    matter: matter === '' ? '' : matterName,
    period: periodText(filters),
    attorney: choiceText(attorney, attorneys.data),
    disbursementType: choiceText(disbursementType, types.data),
    exported: choiceText(exported, exportedOptions),
    hasVoucher: choiceText(hasVoucher, voucherOptions),
  };
}

type Chosen = readonly MatterChoice[];
type EntriesPage = { data: readonly { matter: MatterChoice }[] };
type MattersPage = { data: readonly Matter[] };

/** The address has only the id of a matter; its name is in what the pages have loaded. */
function useMatterName(id: string): string {
  const client = useQueryClient();
  const matter = loaded(client).find(({ _id }) => _id === id);
  return matter === undefined ? 'One matter' : `${matter.number} · ${matter.name}`;
}

function loaded(client: QueryClient): MatterChoice[] {
  return [
    ...readAll<EntriesPage>(client, [...subjectKey('entries'), 'firm']).flatMap(({ data }) =>
      data.map(({ matter }) => matter),
    ),
    ...(client.getQueryData(recentMattersQuery.queryKey) ?? []),
    ...readAll<Chosen>(client, [...subjectKey('matters'), 'choice']).flat(),
    ...readAll<MattersPage>(client, [
      ...subjectKey('matters'),
      matterEndpoints.listMatters.path,
    ]).flatMap(({ data }) => data.map(toMatterChoice)),
  ];
}

function readAll<Data>(client: QueryClient, queryKey: readonly unknown[]): Data[] {
  return client.getQueriesData<Data>({ queryKey }).flatMap(([, data]) => data ?? []);
}
