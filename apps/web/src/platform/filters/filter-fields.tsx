import { backwards } from '@recoup/contract/core/fields';
import { useState } from 'react';
import { DayRange } from '../../ui/form/day-range.tsx';
import type { Option } from '../../ui/form/fields.tsx';
import { InlineSelect } from '../../ui/list/inline-select.tsx';
import listStyles from '../../ui/list/data-list.module.css';
import { useToday } from '../browser/local-day.ts';
import { choiceText } from './filters.ts';
import { isBackwards, type Period, periodDays, periodOptions, someDays } from './period.ts';

type SelectProps<N extends string> = {
  label: string;
  filters: {
    values: Readonly<Record<N, string>>;
    change: (change: Partial<Record<N, string>>) => void;
  };
  name: NoInfer<N>;
  /** The choice that narrows nothing, unless it is among the choices. */
  all?: string;
  /** Undefined until they are loaded. */
  choices: readonly Option[] | undefined;
  /** Changes other filters too. */
  also?: Partial<Record<NoInfer<N>, string>>;
};

/** A filter of a list: one of a few choices, or what else the address names. */
export function FilterSelect<N extends string>(props: SelectProps<N>) {
  const { label, filters, name, all, choices, also } = props;
  const value = filters.values[name];
  const options = [...(all === undefined ? [] : [{ value: '', label: all }]), ...(choices ?? [])];
  if (options.every((option) => option.value !== value))
    options.push({ value, label: choiceText(value, choices) });
  return (
    <InlineSelect
      label={label}
      options={options}
      value={value}
      onChoose={(chosen) => filters.change({ ...also, [name]: chosen })}
    />
  );
}

type PeriodProps = { filters: { values: Period; change: (change: Partial<Period>) => void } };

export function PeriodFilter({ filters }: PeriodProps) {
  const { isDays, days, ...months } = usePeriodChoice(filters.values, filters.change);
  return (
    <>
      <InlineSelect label="Period" {...months} />
      {isDays && (
        <div className={listStyles.days}>
          <DayRange {...days} />
        </div>
      )}
    </>
  );
}

/** A choice of months; `isDays` if the user chooses days instead. */
export function usePeriodChoice(values: Period, change: (change: Partial<Period>) => void) {
  const today = useToday();
  const { period, from, to } = values;
  const [isChosen, setChosen] = useState(false);
  const isDays = from !== '' || to !== '' || (isChosen && period === '');
  return {
    options: periodOptions(today, period),
    value: isDays ? someDays : period,
    onChoose: (value: string) => {
      setChosen(value === someDays);
      if (value === someDays) change({ period: '', ...periodDays(values, today) });
      else change({ period: value, from: '', to: '' });
    },
    isDays,
    /** The fields of the days. */
    days: { from, to, error: isBackwards(values) ? backwards.error : undefined, onChange: change },
  };
}
