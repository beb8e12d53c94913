import { Button } from '../ui/controls/button.tsx';
import { FilterChips } from '../ui/list/filter-chips.tsx';
import { InlineSelect } from '../ui/list/inline-select.tsx';
import { withoutFilters } from '../ui/list/list-view.ts';
import { useSearchParamsState, useTidyParams } from '../ui/list/use-search-params-state.ts';

const uses = [
  { value: 'true', label: 'In use' },
  { value: 'false', label: 'Not in use' },
];

function useChooseUse(): (active: string) => void {
  const [, change] = useSearchParamsState();
  return (active) =>
    change((next) => {
      next.delete('page');
      if (active === 'true') next.delete('active');
      else next.set('active', active);
      return next;
    });
}

/** Kept in the address; in use by default, as specified. */
export function UseFilter({ isInUse }: { isInUse: boolean }) {
  const choose = useChooseUse();
  const [, change] = useSearchParamsState();
  useTidyParams({ active: isInUse ? '' : 'false' });
  const chip = { key: 'use', text: 'Not in use', onRemove: () => choose('true') };
  return (
    <>
      <InlineSelect label="Use" options={uses} value={String(isInUse)} onChoose={choose} />
      <FilterChips
        chips={isInUse ? [] : [chip]}
        onClear={() => change(withoutFilters(['active']))}
      />
    </>
  );
}

/** The same search among the other types, so that a type out of use is found by its name. */
export function OtherUse({ isInUse }: { isInUse: boolean }) {
  const choose = useChooseUse();
  return (
    <Button variant="outline" onClick={() => choose(String(!isInUse))}>
      {isInUse ? 'Search those not in use' : 'Search those in use'}
    </Button>
  );
}
