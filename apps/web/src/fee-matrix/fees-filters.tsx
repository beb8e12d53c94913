import { today } from '../platform/browser/local-day.ts';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { SearchBox } from '../ui/search/search-box.tsx';
import { useAhead } from '../ui/list/use-ahead.ts';
import { shownDayError, validFromError } from '../call-fees/valid-from.ts';
import type { FeesView } from './fees-view.ts';
import styles from './fees-page.module.css';

type Props = { view: FeesView; onChange: (change: Partial<FeesView>) => void };

/** The day, and which attorneys. */
export function FeesFilters({ view, onChange }: Props) {
  const [hasInactive, show] = useAhead(view.hasInactive);
  return (
    <div className={styles.filters} data-unprinted>
      <PricesOn on={view.on} onChange={(on) => onChange({ on })} />
      <SearchBox
        label="Search attorneys"
        value={view.search}
        onSearch={(search) => onChange({ search })}
      />
      <CheckboxField
        label="Show inactive attorneys"
        checked={hasInactive}
        onChange={({ currentTarget }) => {
          show(currentTarget.checked);
          onChange({ hasInactive: currentTarget.checked });
        }}
      />
    </div>
  );
}

type DayProps = { on: string | undefined; onChange: (on: string | undefined) => void };

/** An invalid day leaves the table as it is. A day from the URL (Back) replaces the typed one. */
function PricesOn({ on, onChange }: DayProps) {
  const [typed, type] = useAhead(on ?? today());
  return (
    <div className={styles.day}>
      <DayField
        label="Prices on"
        min="2000-01-01"
        max="2099-12-31"
        value={typed}
        error={shownDayError(typed, on ?? today())}
        onChange={({ currentTarget: { value } }) => {
          type(value);
          const day = value === today() ? undefined : value;
          if (validFromError(value) === undefined && day !== on) onChange(day);
        }}
      />
    </div>
  );
}
