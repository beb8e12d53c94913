import { useQuery } from '@tanstack/react-query';
import { FilterSelect, PeriodFilter } from '../../platform/filters/filter-fields.tsx';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { useAhead } from '../../ui/list/use-ahead.ts';
import { type AuditFilters, firmNamesQuery, peopleQuery, showsReads } from '../audit.queries.ts';
import styles from './audit.module.css';
import { groupOptions } from './audit-texts.ts';

type Props = { filters: AuditFilters; isOfAll: boolean };

/** Days, person and action; the firm too where there are several. */
export function AuditFilterFields({ filters, isOfAll }: Props) {
  const people = usePeople(filters.values, isOfAll);
  const firms = useQuery({ ...firmNamesQuery, enabled: isOfAll });
  return (
    <>
      <div className={styles.filters} data-unprinted>
        <PeriodFilter filters={filters} />
        {isOfAll && (
          <FilterSelect
            label="Firm"
            all="All firms"
            choices={firms.data}
            filters={filters}
            name="firm"
            // A person belongs to one firm.
            also={{ actor: '' }}
          />
        )}
        <FilterSelect
          label="Person"
          all="All people"
          choices={people.isLoading ? undefined : (people.data ?? [])}
          filters={filters}
          name="actor"
        />
        <FilterSelect
          label="Action"
          all="All actions"
          choices={groupOptions}
          filters={filters}
          name="group"
          also={{ action: '', partsOf: '' }}
        />
        <ReadsFilter filters={filters} />
      </div>
      <NotLoaded what="The firms" of={firms} />
      <NotLoaded what="The people" of={people} />
    </>
  );
}

/** Whether reads are shown; an action that the address names shows its reads anyway. */
function ReadsFilter({ filters: { values, change } }: Pick<Props, 'filters'>) {
  const [isShown, show] = useAhead(showsReads(values));
  return (
    <CheckboxField
      label="Show reads"
      checked={isShown}
      disabled={values.reads === '' && showsReads(values)}
      onChange={({ currentTarget }) => {
        show(currentTarget.checked);
        change({ reads: currentTarget.checked ? 'shown' : '' });
      }}
    />
  );
}

/** People of the user's firm, or with `isOfAll` of the chosen firm. */
export function usePeople({ firm }: { firm: string }, isOfAll: boolean) {
  const own = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const shown = isOfAll ? firm : own;
  return useQuery({ ...peopleQuery(shown), enabled: shown !== '' });
}
