import { today } from '../platform/browser/local-day.ts';
import { type Filter, choiceFilter, useFilters } from '../platform/filters/filters.ts';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { SearchBox } from '../ui/search/search-box.tsx';
import { useAhead } from '../ui/list/use-ahead.ts';
import { useListView } from '../ui/list/use-list-view.ts';
import { shownDayError, validFromError } from '../call-fees/valid-from.ts';
import styles from './fees-page.module.css';

const feeDay: Filter = {
  none: '',
  read: (text) => (validFromError(text) === undefined ? text : ''),
  // The attorneys are the same.
  keepsPage: true,
};
const feesFilters = { on: feeDay, inactive: choiceFilter(['shown']) };

export type FeesView = ReturnType<typeof useFeesView>;

/** The view of the page, stored in the address. `on` is undefined for today. */
export function useFeesView() {
  const [list, changeList] = useListView({ size: 20 });
  const { values, change } = useFilters(feesFilters);
  return {
    list,
    changeList,
    on: values.on === '' ? undefined : values.on,
    hasInactive: values.inactive === 'shown',
    change,
  };
}

/** The day, and which attorneys. */
export function FeesFilters({ view }: { view: FeesView }) {
  const [hasInactive, show] = useAhead(view.hasInactive);
  return (
    <div className={styles.filters} data-unprinted>
      <PricesOn on={view.on} onChange={(on) => view.change({ on })} />
      <SearchBox
        label="Search attorneys"
        value={view.list.search}
        onSearch={(search) => view.changeList({ search })}
      />
      <CheckboxField
        label="Show inactive attorneys"
        checked={hasInactive}
        onChange={({ currentTarget }) => {
          show(currentTarget.checked);
          view.change({ inactive: currentTarget.checked ? 'shown' : '' });
        }}
      />
    </div>
  );
}

type DayProps = { on: string | undefined; onChange: (on: string) => void };

/** An invalid day leaves the table as it is. A day from the URL (Back) replaces the typed one. */
function PricesOn({ on, onChange }: DayProps) {
  const [typed, type] = useAhead(on ?? today());
  return (
    <div className={styles.day}>
      <TextField
        label="Prices on"
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        value={typed}
        error={shownDayError(typed, on ?? today())}
        onChange={({ currentTarget: { value } }) => {
          type(value);
          const day = value === today() ? '' : value;
          if (validFromError(value) === undefined && day !== (on ?? '')) onChange(day);
        }}
      />
    </div>
  );
}
