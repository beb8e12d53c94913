import { isId } from '@recoup/contract/core/ids';
import type { Option } from '../../ui/form/fields.tsx';
import { useSearchParamsState, useTidyAddress } from '../../ui/list/use-search-params-state.ts';
import { isDay, today } from '../browser/local-day.ts';
import { type Period, periodDays, readPeriod } from './period.ts';

/** A filter of a list in the address, which leaves out the value `none`. */
export type Filter<T extends string = string> = {
  none: T;
  /** Unreadable text counts as none. */
  read: (text: string, params: URLSearchParams) => T;
  /** Other rows are shown on the same page of the list. */
  keepsPage?: boolean;
};
export type Filters = Readonly<Record<string, Filter>>;
export type FilterValues<F extends Filters> = { [N in keyof F]: F[N]['none'] };
type Name<F extends Filters> = keyof F & string;
/** Texts are read as those of the address; an empty `search` drops it. */
type Change<N extends string> = Partial<Record<N, string>> & { search?: '' };

/** The filters of a list as the address has them, and how to change them. */
export type ListFilters<F extends Filters> = {
  values: FilterValues<F>;
  isFiltered: boolean;
  /** Begins at page 1. */
  change: (change: Change<Name<F>>, options?: { isTyped?: boolean }) => void;
  remove: (name: string) => void;
  /** Removes the search too. */
  clear: () => void;
};

/** The id of a record. */
export const recordFilter: Filter = {
  none: '',
  read: (text) => (isId(text) ? text.toLowerCase() : ''),
};

export const dayFilter: Filter = {
  none: '',
  read: (text) => (isDay(text) ? text : ''),
};

export function textFilter(max: number): Filter {
  return { none: '', read: (text) => text.slice(0, max) };
}

/** One of a set; with another `none`, the list is never without a value. */
export function choiceFilter<T extends string>(values: readonly T[]): Filter<T | ''>;
export function choiceFilter<T extends string>(values: readonly T[], none: T): Filter<T>;
export function choiceFilter(values: readonly string[], none = ''): Filter {
  return { none, read: (text) => values.find((each) => each === text) ?? none };
}

/** A month, or days; the three parameters are one filter. */
export const periodFilters = {
  period: partOfPeriod('period'),
  from: partOfPeriod('from'),
  to: partOfPeriod('to'),
};
const noPeriod = { period: '', from: '', to: '' };

export function readFilters<F extends Filters>(
  filters: F,
  params: URLSearchParams,
): FilterValues<F> {
  const read = ([name, filter]: [string, Filter]) => [
    name,
    filter.read(params.get(name) ?? '', params),
  ];
  const values = Object.fromEntries(Object.entries(filters).map(read));
  return values as FilterValues<F>; // of the same names
}

/** Query parameters with changed filters, which are put right, at page 1. */
export function writeFilters(
  filters: Filters,
  params: URLSearchParams,
  change: Change<string>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const changed = Object.entries(change);
  for (const [name, text = ''] of changed) next.set(name, text);
  for (const [name, value] of Object.entries(readFilters(filters, next))) {
    if (value === filters[name]?.none) next.delete(name);
    else next.set(name, value);
  }
  if (change.search === '') next.delete('search');
  if (changed.some(([name]) => filters[name]?.keepsPage !== true)) next.delete('page');
  return next;
}

/** For the page of a list alone, which gives them to its parts. */
export function useFilters<F extends Filters>(filters: F): ListFilters<F> {
  const [params, changeAddress] = useSearchParamsState();
  useTidyAddress((now) => writeFilters(filters, now, {}));
  const values = readFilters(filters, params);
  const change = (wanted: Change<string>, options = {}) =>
    changeAddress((now) => writeFilters(filters, now, wanted), {
      ...options,
      preventScrollReset: true,
    });
  const nothing = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
  return {
    values,
    isFiltered: Object.entries(filters).some(([name, { none }]) => values[name] !== none),
    change,
    remove: (name) => change(name === 'period' ? noPeriod : { [name]: '' }),
    clear: () => change({ ...nothing, search: '' }),
  };
}

type FilterQuery<V> = {
  [N in Exclude<keyof V, 'period'>]: '' extends V[N] ? Exclude<V[N], ''> | undefined : V[N];
};

/** The query of a list: days in the place of a period, and no empty text. */
export function filterQuery<V extends Record<string, string>>(values: V): FilterQuery<V> {
  const { period, from = '', to = '' } = values;
  const days = period === undefined ? {} : periodDays({ period, from, to }, today());
  const chosen = Object.entries({ ...values, ...days }).filter(
    ([name, value]) => name !== 'period' && value !== '',
  );
  return Object.fromEntries(chosen) as FilterQuery<V>; // what is left out is undefined
}

/** An address or a saved view may name what is not there. */
export function choiceText(value: string, choices: readonly Option[] | undefined): string {
  if (value === '') return '';
  const known = choices?.find((choice) => choice.value === value);
  return known?.label ?? (choices ? 'Unknown' : '…');
}

function partOfPeriod(name: keyof Period): Filter {
  return { none: '', read: (_, params) => readPeriod(params)[name] };
}
