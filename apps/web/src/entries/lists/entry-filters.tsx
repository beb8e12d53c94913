import { backwards } from '@recoup/contract/core/fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useSearchParamsState } from '../../ui/list/use-search-params-state.ts';
import { entriesKey } from '../entries.queries.ts';
import type { MatterChoice } from '../form/entry-draft.ts';
import {
  attorneyNamesQuery,
  type EntryFilters,
  filterNames,
  typeNamesQuery,
  isBackwards,
} from './firm-entries.queries.ts';
import styles from './firm-entries-page.module.css';
import { MatterSearch } from '../matter-search/matter-search.tsx';

/** Attorney, matter, type and days; each change begins at page 1. */
export function EntryFilterFields({ filters }: { filters: EntryFilters }) {
  const set = useSetFilters();
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const attorneys = useQuery({ ...attorneyNamesQuery(firm ?? ''), enabled: firm !== undefined });
  const types = useQuery(typeNamesQuery);
  const field = (name: keyof EntryFilters) => ({
    value: filters[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  });
  return (
    <div className={styles.filters} data-unprinted>
      <SelectField
        label="Attorney"
        options={[{ value: '', label: 'All' }, ...(attorneys.data ?? [])]}
        {...field('attorney')}
      />
      <SelectField
        label="Disbursement type"
        options={[{ value: '', label: 'All' }, ...(types.data ?? [])]}
        {...field('disbursementType')}
      />
      <MatterFilter id={filters.matter} onChoose={(matter) => set({ matter })} />
      <TextField label="From" type="date" max={givenDay(filters.to)} {...field('from')} />
      <TextField
        label="To"
        type="date"
        min={givenDay(filters.from)}
        error={isBackwards(filters) ? backwards.error : undefined}
        {...field('to')}
      />
      {filterNames.some((name) => filters[name] !== '') && (
        <Button
          variant="quiet"
          size="small"
          className={styles.clear}
          onClick={() => set(noFilters)}
        >
          Clear the filters
        </Button>
      )}
    </div>
  );
}

/** An empty `min` or `max` is no valid HTML. */
function givenDay(day: string): string | undefined {
  return day === '' ? undefined : day;
}

function useSetFilters(): (change: Partial<EntryFilters>) => void {
  const [, changeAddress] = useSearchParamsState();
  return (change) =>
    changeAddress(
      (next) => {
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        next.delete('page');
        return next;
      },
      { preventScrollReset: true },
    );
}

const noFilters: EntryFilters = {
  attorney: '',
  matter: '',
  disbursementType: '',
  from: '',
  to: '',
};

/** The address has the matter's id alone; its name is that of the choice, or after a reload that of the listed entries. */
function MatterFilter({ id, onChoose }: { id: string; onChoose: (id: string) => void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<MatterChoice | null>(null);
  const lists = client.getQueriesData<{ data?: { matter: MatterChoice }[] }>({
    queryKey: [...entriesKey, 'firm'],
  });
  const listed = lists
    .flatMap(([, list]) => list?.data ?? [])
    .find(({ matter }) => matter._id === id)?.matter;
  const unknown = { _id: id, number: 'Chosen', name: 'matter', client: null };
  const value = chosen?._id === id ? chosen : (listed ?? unknown);
  return (
    <MatterSearch
      isRequired={false}
      value={id === '' ? null : value}
      onChoose={(matter) => {
        setChosen(matter);
        onChoose(matter?._id ?? '');
      }}
    />
  );
}
