import { useQuery } from '@tanstack/react-query';
import { FilterSelect, PeriodFilter } from '../../platform/filters/filter-fields.tsx';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { type AuditFilters, firmNamesQuery, peopleQuery } from '../audit.queries.ts';
import styles from './audit.module.css';
import { actionOptions } from './audit-texts.ts';

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
          choices={actionOptions}
          filters={filters}
          name="action"
        />
      </div>
      <NotLoaded what="The firms" of={firms} />
      <NotLoaded what="The people" of={people} />
    </>
  );
}

/** People of the user's firm, or with `isOfAll` of the chosen firm. */
export function usePeople({ firm }: { firm: string }, isOfAll: boolean) {
  const own = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const shown = isOfAll ? firm : own;
  return useQuery({ ...peopleQuery(shown), enabled: shown !== '' });
}
