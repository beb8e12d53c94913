import { matterStatuses } from '@recoup/contract/matters/endpoints';
import { FilterChips } from '../ui/list/filter-chips.tsx';
import { InlineSelect } from '../ui/list/inline-select.tsx';
import { withoutFilters } from '../ui/list/list-view.ts';
import { useSearchParamsState, useTidyParams } from '../ui/list/use-search-params-state.ts';
import type { MatterStatus } from './matters.queries.ts';

/** Lives in the address, as the rest of what the list shows. */
export function StatusFilter({ status }: { status: MatterStatus | undefined }) {
  const [, change] = useSearchParamsState();
  useTidyParams({ status: status ?? '' });
  const choose = (chosen: string) =>
    change((next) => {
      next.delete('page');
      next.delete('status');
      if (chosen !== '') next.set('status', chosen);
      return next;
    });
  const options = [
    { value: '', label: 'All statuses' },
    ...matterStatuses.map((each) => ({ value: each, label: each })),
  ];
  const chip = { key: 'status', text: status ?? '', onRemove: () => choose('') };
  return (
    <>
      <InlineSelect label="Status" options={options} value={status ?? ''} onChoose={choose} />
      <FilterChips
        chips={status === undefined ? [] : [chip]}
        onClear={() => change(withoutFilters(['status']))}
      />
    </>
  );
}
