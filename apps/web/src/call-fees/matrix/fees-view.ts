import { validFrom } from '@recoup/contract/call-fees/endpoints';
import {
  type ChangeSearchParams,
  useSearchParamsState,
} from '../../ui/list/use-search-params-state.ts';

/** What the page shows; lives in the address. `on` is undefined for today. */
export type FeesView = { on: string | undefined; search: string; hasInactive: boolean };

/** Anything unreadable in the address counts as not given. */
function readFeesView(params: URLSearchParams): FeesView {
  return {
    on: validFrom.safeParse(params.get('on')).data,
    search: (params.get('search') ?? '').slice(0, 200),
    hasInactive: params.get('inactive') === 'shown',
  };
}

export function useFeesView(): [FeesView, (change: Partial<FeesView>) => void] {
  const [params, changeParams] = useSearchParamsState();
  return [readFeesView(params), (change) => writeFeesView(change, changeParams)];
}

function writeFeesView(change: Partial<FeesView>, changeParams: ChangeSearchParams): void {
  changeParams(
    (next) => {
      if ('on' in change) set(next, 'on', change.on);
      if (change.search !== undefined) set(next, 'search', change.search);
      if (change.hasInactive !== undefined)
        set(next, 'inactive', change.hasInactive ? 'shown' : '');
      return next;
    },
    { replace: change.search !== undefined, preventScrollReset: true },
  );
}

function set(params: URLSearchParams, name: string, value = ''): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
