import type { CallsOfAttorney } from '@recoup/contract/call-records/endpoints';
import { PeriodFilter } from '../../entries/lists/entry-filters.tsx';
import type { Option } from '../../ui/form/fields.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import { InlineSelect } from '../../ui/list/inline-select.tsx';
import { type CallFilters, useChangeFilters } from './call-view.ts';
import styles from './firm-calls.module.css';

type Props = { filters: CallFilters; attorneys: readonly CallsOfAttorney[] | undefined };

/** Days, what became of the calls, and attorney. */
export function CallFilterFields({ filters, attorneys }: Props) {
  const change = useChangeFilters();
  return (
    <div className={styles.filters} data-unprinted>
      <PeriodFilter chosen={filters} onChange={change} />
      <InlineSelect
        label="State"
        options={stateOptions}
        value={filters.state}
        onChoose={(state) => change({ state })}
      />
      <InlineSelect
        label="Attorney"
        options={attorneyOptions(attorneys, filters.attorney)}
        value={filters.attorney}
        onChoose={(attorney) => change({ attorney })}
      />
    </div>
  );
}

const stateOptions: readonly Option[] = [
  { value: '', label: 'Open' },
  { value: 'proposed', label: 'Open, with a proposal' },
  { value: 'loose', label: 'Open, without a proposal' },
  { value: 'recorded', label: 'Recorded' },
  { value: 'merged', label: 'Merged' },
  { value: 'private', label: 'Private' },
  { value: 'all', label: 'All states' },
];

/** An address may name an attorney without calls. */
function attorneyOptions(attorneys: Props['attorneys'], chosen: string): Option[] {
  const known = (attorneys ?? []).map(({ attorney, calls }) => ({
    value: attorney?._id ?? 'none',
    label: `${attorney?.name ?? 'No attorney'} (${formatCount(calls)})`,
  }));
  const all = [{ value: '', label: 'All attorneys' }, ...known];
  if (all.some(({ value }) => value === chosen)) return all;
  return [...all, { value: chosen, label: chosen === 'none' ? 'No attorney' : 'Chosen attorney' }];
}
