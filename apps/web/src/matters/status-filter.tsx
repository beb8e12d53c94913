import { matterStatuses } from '@recoup/contract/matters/endpoints';
import { InlineSelect } from '../ui/list/inline-select.tsx';
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
  return <InlineSelect label="Status" options={options} value={status ?? ''} onChoose={choose} />;
}
