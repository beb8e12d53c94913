import { useQuery } from '@tanstack/react-query';
import { PeriodFilter } from '../../entries/lists/entry-filters.tsx';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import type { Option } from '../../ui/form/fields.tsx';
import { InlineSelect } from '../../ui/list/inline-select.tsx';
import { firmNamesQuery, peopleQuery } from '../audit.queries.ts';
import styles from './audit.module.css';
import { actionOptions } from './audit-texts.ts';
import { type AuditFilters, useChangeFilters } from './audit-view.ts';

type Props = { filters: AuditFilters; isOfAll: boolean };

/** Days, person and action; the firm too where there are several. */
export function AuditFilterFields({ filters, isOfAll }: Props) {
  const change = useChangeFilters();
  const people = usePeople(filters, isOfAll);
  const firms = useQuery({ ...firmNamesQuery, enabled: isOfAll });
  return (
    <>
      <div className={styles.filters} data-unprinted>
        <PeriodFilter chosen={filters} onChange={change} />
        {isOfAll && <FirmFilter firm={filters.firm} firms={firms.data} />}
        <InlineSelect
          label="Person"
          options={withChosen('All people', people.data, filters.actor)}
          value={filters.actor}
          onChoose={(actor) => change({ actor })}
        />
        <InlineSelect
          label="Action"
          options={withChosen('All actions', actionOptions, filters.action)}
          value={filters.action}
          onChoose={(action) => change({ action })}
        />
      </div>
      <NotLoaded what="The firms" of={firms} />
      <NotLoaded what="The people" of={people} />
    </>
  );
}

type FirmProps = { firm: string; firms: readonly Option[] | undefined };

function FirmFilter({ firm, firms }: FirmProps) {
  const change = useChangeFilters();
  return (
    <InlineSelect
      label="Firm"
      options={withChosen('All firms', firms, firm)}
      value={firm}
      // A person belongs to one firm.
      onChoose={(chosen) => change({ firm: chosen, actor: '' })}
    />
  );
}

/** People of the user's firm, or with `isOfAll` of the chosen firm. */
export function usePeople({ firm }: Pick<AuditFilters, 'firm'>, isOfAll: boolean) {
  const own = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const shown = isOfAll ? firm : own;
  return useQuery({ ...peopleQuery(shown), enabled: shown !== '' });
}

/** An address may name what is not in the list, such as a system administrator. */
function withChosen(label: string, options: readonly Option[] | undefined, chosen: string) {
  const all: Option[] = [{ value: '', label }, ...(options ?? [])];
  const isKnown = all.some(({ value }) => value === chosen);
  return isKnown ? all : [...all, { value: chosen, label: 'Chosen' }];
}
