import { backwards } from '@recoup/contract/core/fields';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useSearchParamsState } from '../../ui/list/use-search-params-state.ts';
import {
  attorneyNamesQuery,
  type EntryFilters,
  filterNames,
  typeNamesQuery,
  isBackwards,
} from './firm-entries.queries.ts';
import styles from './firm-entries-page.module.css';
import { MatterFilter } from './matter-filter.tsx';

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
      <SelectField label="Attorney" options={withAll(attorneys.data)} {...field('attorney')} />
      <SelectField
        label="Disbursement type"
        options={withAll(types.data)}
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
      <ClearButton filters={filters} onClear={() => set(noFilters)} />
    </div>
  );
}

type Option = { value: string; label: string };

function withAll(options: Option[] = []): Option[] {
  return [{ value: '', label: 'All' }, ...options];
}

type ClearProps = { filters: EntryFilters; onClear: () => void };

function ClearButton({ filters, onClear }: ClearProps) {
  if (filterNames.every((name) => filters[name] === '')) return null;
  return (
    <Button variant="quiet" className={styles.clear} onClick={onClear}>
      Clear filters
    </Button>
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
