import { useSearchParamsState } from '../list/use-search-params-state.ts';

type Change = Readonly<Record<string, string | undefined>>;

/** Changes filters that live in the address; an empty text removes one. Begins at page 1. */
export function useFilterChange(): (change: Change) => void {
  const [, changeAddress] = useSearchParamsState();
  return (change) =>
    changeAddress(
      (next) => {
        for (const [name, value = ''] of Object.entries(change)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        next.delete('page');
        return next;
      },
      { preventScrollReset: true },
    );
}
