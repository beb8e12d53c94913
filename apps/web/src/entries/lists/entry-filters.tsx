import { backwards } from '@recoup/contract/core/fields';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { DayRange } from '../../ui/form/day-range.tsx';
import type { Option } from '../../ui/form/fields.tsx';
import { InlineSelect } from '../../ui/list/inline-select.tsx';
import { type EntryFilters, exportedOptions, useChangeFilters } from './entry-view.ts';
import type { EntryPeriod } from './entry-period.ts';
import { attorneyNamesQuery, isBackwards, typeNamesQuery } from './firm-entries.queries.ts';
import styles from './firm-entries-page.module.css';
import { usePeriodChoice } from './use-period-choice.ts';

/** Days, attorney, type, and whether an export holds it. */
export function EntryFilterFields({ filters }: { filters: EntryFilters }) {
  const change = useChangeFilters();
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const attorneys = useQuery({ ...attorneyNamesQuery(firm ?? ''), enabled: firm !== undefined });
  const types = useQuery(typeNamesQuery);
  return (
    <>
      <div className={styles.filters} data-unprinted>
        <PeriodFilter chosen={filters} onChange={change} />
        <InlineSelect
          label="Attorney"
          options={withAll('All attorneys', attorneys.data, filters.attorney)}
          value={filters.attorney}
          onChoose={(attorney) => change({ attorney })}
        />
        <InlineSelect
          label="Disbursement type"
          options={withAll('All types', types.data, filters.disbursementType)}
          value={filters.disbursementType}
          onChoose={(disbursementType) => change({ disbursementType })}
        />
        <InlineSelect
          label="Exported"
          options={withAll('Exported or not', exportedOptions, filters.exported)}
          value={filters.exported}
          onChoose={(exported) => change({ exported })}
        />
      </div>
      <NotLoaded what="The attorneys" of={attorneys} />
      <NotLoaded what="The disbursement types" of={types} />
    </>
  );
}

type PeriodProps = { chosen: EntryPeriod; onChange: (change: Partial<EntryPeriod>) => void };

export function PeriodFilter({ chosen, onChange }: PeriodProps) {
  const { from, to } = chosen;
  const { isDays, ...months } = usePeriodChoice(chosen, onChange);
  return (
    <>
      <InlineSelect
        label="Period"
        options={months.options}
        value={months.value}
        onChoose={months.choose}
      />
      {isDays && (
        <div className={styles.days}>
          <DayRange
            from={from}
            to={to}
            error={isBackwards(chosen) ? backwards.error : undefined}
            onChange={onChange}
          />
        </div>
      )}
    </>
  );
}

/** An address or a saved view may name what the firm does not have. */
function withAll(label: string, options: readonly Option[] | undefined, chosen: string): Option[] {
  const all = [{ value: '', label }, ...(options ?? [])];
  const isKnown = options === undefined || all.some(({ value }) => value === chosen);
  return isKnown ? all : [...all, { value: chosen, label: 'Unknown' }];
}
