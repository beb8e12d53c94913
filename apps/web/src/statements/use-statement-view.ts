import { id } from '@recoup/contract/core/fields';
import {
  type StatementKind,
  statementKinds,
  type StatementPurpose,
  statementPurposes,
} from '@recoup/contract/statements/rules';
import { type EntryPeriod, readPeriod } from '../entries/lists/entry-period.ts';
import { useSearchParamsState, useTidyParams } from '../ui/list/use-search-params-state.ts';

/** Which statement is shown, or which ones a ZIP holds; lives in the address. */
export type StatementView = EntryPeriod & {
  matter: string;
  client: string;
  purpose: StatementPurpose;
  kind: StatementKind;
};
export type ChangeStatementView = (change: Partial<StatementView>) => void;

export function useStatementView(): [StatementView, ChangeStatementView] {
  const [params, changeAddress] = useSearchParamsState();
  const view = readView(params);
  useTidyParams(shownParams(view));
  const change: ChangeStatementView = (more) =>
    changeAddress(
      (next) => {
        const shown = shownParams({ ...readView(next), ...more });
        for (const [name, value] of Object.entries(shown)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { preventScrollReset: true, isTyped: more.client !== undefined },
    );
  return [view, change];
}

/** Unreadable parameters are ignored. */
function readView(params: URLSearchParams): StatementView {
  return {
    ...readPeriod(params),
    matter: id.safeParse(params.get('matter')).data ?? '',
    client: (params.get('client') ?? '').slice(0, 500),
    purpose: statementPurposes.find((each) => each === params.get('for')) ?? 'client',
    kind: statementKinds.find((each) => each === params.get('kind')) ?? 'pdf',
  };
}

/** Without what is there by default. */
function shownParams({ matter, client, period, from, to, purpose, kind }: StatementView) {
  return {
    matter,
    client,
    period,
    from,
    to,
    for: purpose === 'client' ? '' : purpose,
    kind: kind === 'pdf' ? '' : kind,
  };
}
