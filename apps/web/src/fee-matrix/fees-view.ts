import { validFrom } from '@recoup/contract/call-fees/endpoints';
import { type ListDefaults, type ListView, readView, writeView } from '../ui/list/list-view.ts';
import { useSearchParamsState, useTidyAddress } from '../ui/list/use-search-params-state.ts';

/** The view of the page, stored in the URL. `on` is undefined for today. */
export type FeesView = ListView & { on: string | undefined; hasInactive: boolean };
export type ChangeFeesView = (change: Partial<FeesView>, options?: { replace?: boolean }) => void;

const defaults: ListDefaults = { size: 20 };

/** Anything unreadable in the address counts as not given. */
export function readFeesView(params: URLSearchParams): FeesView {
  return {
    ...readView(params, defaults),
    on: validFrom.safeParse(params.get('on')).data,
    hasInactive: params.get('inactive') === 'shown',
  };
}

export function useFeesView(): [FeesView, ChangeFeesView] {
  const [params, changeParams] = useSearchParamsState();
  const change: ChangeFeesView = (wanted, options) =>
    changeParams((now) => writeFeesView(now, wanted), {
      ...options,
      isTyped: wanted.search !== undefined,
      preventScrollReset: true,
    });
  useTidyAddress((now) => writeFeesView(now, readFeesView(now)));
  return [readFeesView(params), change];
}

/** Other attorneys start at page 1. */
export function writeFeesView(params: URLSearchParams, change: Partial<FeesView>): URLSearchParams {
  const { on, hasInactive, ...list } = change;
  const isOther = hasInactive !== undefined && hasInactive !== readFeesView(params).hasInactive;
  const next = writeView(params, { ...list, ...(isOther && { page: 1 }) }, defaults);
  if ('on' in change) set(next, 'on', on);
  if (hasInactive !== undefined) set(next, 'inactive', hasInactive ? 'shown' : '');
  return next;
}

function set(params: URLSearchParams, name: string, value = ''): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
