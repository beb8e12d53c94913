import { id } from '@recoup/contract/core/fields';
import {
  type ExceptionCode,
  exceptionCodes,
  type ExceptionLevel,
} from '@recoup/contract/month-end/exceptions';
import { useSearchParamsState } from '../../ui/list/use-search-params-state.ts';
import type { ExceptionState } from '../month-end.queries.ts';
import type { Grouping } from './exception-groups.ts';
import { levels } from './exception-texts.ts';

/** The filters of the list; stored in the URL. */
export type ExceptionView = {
  by: Grouping;
  state: ExceptionState;
  level: ExceptionLevel | undefined;
  attorney: string | undefined;
  code: ExceptionCode | undefined;
};
export type ChangeView = (change: Partial<ExceptionView>) => void;

export function useExceptionView(): { view: ExceptionView; change: ChangeView } {
  const [params, changeAddress] = useSearchParamsState();
  const change: ChangeView = (wanted) =>
    changeAddress((now) => writeView(now, wanted), { preventScrollReset: true });
  return { view: readView(params), change };
}

/** Unreadable filters are ignored. */
export function readView(params: URLSearchParams): ExceptionView {
  return {
    by: params.get('by') === 'code' ? 'code' : 'person',
    state: params.get('state') === 'accepted' ? 'accepted' : 'open',
    level: levels.find((level) => level === params.get('level')),
    attorney: id.safeParse(params.get('attorney')).data,
    code: exceptionCodes.find((code) => code === params.get('code')),
  };
}

/** Each change begins at page 1. */
export function writeView(
  params: URLSearchParams,
  change: Partial<ExceptionView>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const { by, state, ...rest } = { ...readView(params), ...change };
  const given = {
    ...rest,
    by: by === 'person' ? undefined : by,
    state: state === 'open' ? undefined : state,
  };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  next.delete('page');
  return next;
}
