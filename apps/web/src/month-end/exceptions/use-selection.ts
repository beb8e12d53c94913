import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { maxAcceptances } from '@recoup/contract/month-end/exception-endpoints';
import { useState } from 'react';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { type ExceptionFilters, readExceptions } from '../month-end.queries.ts';
import { exceptionKey } from './exception-words.ts';

export type Selection = ReturnType<typeof useSelection>;

/** The exceptions to accept, over all pages of the list. */
export function useSelection(filters: ExceptionFilters) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Exception>>(new Map());
  const choose = (items: readonly Exception[]) =>
    setChosen(new Map(items.map((item) => [exceptionKey(item), item])));
  const selectAll = useOneMutation({
    mutationFn: () => readExceptions(filters, maxAcceptances),
    onSuccess: choose,
  });
  const keepFresh = useOneMutation({
    mutationFn: () => stillOpen([...chosen.values()], filters.to),
    onSuccess: choose,
  });
  return {
    items: [...chosen.values()],
    has: (item: Exception) => chosen.has(exceptionKey(item)),
    isFull: chosen.size >= maxAcceptances,
    toggle: (item: Exception) => {
      const next = new Map(chosen);
      if (!next.delete(exceptionKey(item)) && next.size < maxAcceptances)
        next.set(exceptionKey(item), item);
      setChosen(next);
    },
    clear: () => setChosen(new Map()),
    selectAll,
    /** Drops what has changed or gone since it was chosen. */
    keepFresh: () => keepFresh.mutate(),
  };
}

async function stillOpen(items: readonly Exception[], to: string): Promise<Exception[]> {
  const codes = [...new Set(items.map(({ code }) => code))];
  const lists = await Promise.all(
    codes.map((code) => readExceptions({ to, code, state: 'open' }, maxAcceptances)),
  );
  const open = new Set(lists.flat().map(exceptionKey));
  return items.filter((item) => open.has(exceptionKey(item)));
}
