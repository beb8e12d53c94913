import { Button } from '../ui/controls/button.tsx';
import fieldStyles from '../ui/form/field.module.css';
import { useSearchParamsState, useTidyParams } from '../ui/list/use-search-params-state.ts';

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
  useTidyParams({ active: isInUse ? '' : 'false' });
  return (
    <select
      aria-label="Use"
      className={fieldStyles.inline}
      value={String(isInUse)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="true">In use</option>
      <option value="false">Not in use</option>
    </select>
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
