import { useQuery } from '@tanstack/react-query';
import type { Exception, ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import shared from '../../ui/layout/shared.module.css';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { exceptionGroupsQuery } from '../month-end.queries.ts';
import styles from '../month-end.module.css';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ExceptionList, maySelect, useExceptionSelection } from './exception-list.tsx';
import {
  exceptionFilters,
  type ExceptionListFilters,
  type ExceptionView,
  narrowedExceptions,
} from './exception-view.ts';
import { useFilters } from '../../platform/filters/filters.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import { type Group, groupsBy, countsByLevel } from './exception-groups.ts';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { levelNames, levels } from './exception-texts.ts';

// Its form is as large as this page, and most exceptions are not corrected here.
const FirmEntryDialog = lazyPart(
  async () => ({
    default: (await import('../../entries/lists/firm-entry-dialog.tsx')).FirmEntryDialog,
  }),
  ({ onClose }) => onClose,
);

/** Open or accepted exceptions up to a day, by person or by code, with links to correct them. */
export function ExceptionsPanel({ to }: { to: string }) {
  const [open, setOpen] = useState<Exception | null>(null);
  const [isFiltering, setIsFiltering] = useState(false);
  const filters = useFilters(exceptionFilters);
  const { data: groups, error, refetch } = useQuery(exceptionGroupsQuery(to));
  const selection = useExceptionSelection(narrowedExceptions(filters.values, to));
  const { selectAll } = selection;
  return (
    <Panel id="check" label="Exceptions of the month">
      <div className={styles.bar}>
        <h2 id="exceptions" tabIndex={-1}>
          1. Check
        </h2>
        <div className={shared.buttons}>
          <Button
            variant="outline"
            className={styles.toggle}
            aria-expanded={isFiltering}
            onClick={() => setIsFiltering(!isFiltering)}
          >
            {filterText(filters.values)}
          </Button>
          {maySelect(filters.values) && (
            <Button variant="outline" isBusy={selectAll.isPending} onClick={() => selectAll.run()}>
              Select all
            </Button>
          )}
        </div>
      </div>
      {selectAll.isError && <Alert kind="error">{selectAll.error.message}</Alert>}
      {error !== null && (
        <ErrorState
          title="The exceptions could not be counted."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <div className={cx(shared.stack, !isFiltering && styles.unfiltered)}>
        <ExceptionFilterFields groups={groups} filters={filters} />
        <div className={styles.exceptions}>
          <GroupChoice groups={groups} filters={filters} />
          <ExceptionList
            key={to}
            to={to}
            view={filters.values}
            selection={selection}
            onOpen={setOpen}
          />
        </div>
      </div>
      {open !== null && (
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          <FirmEntryDialog
            key={open.subject._id}
            id={open.subject._id}
            title={open.subject.name}
            attorneyId={open.attorney?._id ?? ''}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** `Filter: Warnings, one person`, or `Filter` alone. */
function filterText({ state, level, attorney, code }: ExceptionView): string {
  const parts = [
    ...(state === 'open' ? [] : ['Accepted']),
    ...(level === '' ? [] : [levelNames[level]]),
    ...(attorney === '' ? [] : ['one person']),
    ...(code === '' ? [] : ['one kind']),
  ];
  return parts.length === 0 ? 'Filter' : `Filter: ${parts.join(', ')}`;
}

type Props = {
  /** Undefined until they are counted. */
  groups: readonly ExceptionGroup[] | undefined;
  filters: ExceptionListFilters;
};

/** Chooses the person or the code whose exceptions are listed, with counts. */
function GroupChoice({ groups, filters }: Props) {
  const view = filters.values;
  const counted = (groups ?? []).filter(({ level }) => view.level === '' || level === view.level);
  const found = groupsBy(view.by, counted, view.state);
  const isChosen = ({ attorney, code }: Pick<Group, 'attorney' | 'code'>) =>
    (attorney ?? '') === view.attorney && (code ?? '') === view.code;
  const all = found.reduce((sum, { count }) => sum + count, 0);
  const none = { key: 'all', name: 'All', count: all };
  return (
    <ul className={styles.groups} aria-label={view.by === 'person' ? 'Persons' : 'Kinds'}>
      {[none, ...found].map((group: Group) => (
        <li key={group.key}>
          <button
            type="button"
            className={styles.group}
            aria-pressed={isChosen(group)}
            onClick={() => {
              const { attorney = '', code = '' } = group;
              filters.change({ attorney, code });
            }}
          >
            <span>{group.name}</span>
            <span>{groups ? formatCount(group.count) : '–'}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Open or accepted, by person or by code, and the levels with their counts. */
function ExceptionFilterFields({ groups, filters }: Props) {
  const { values: view, change } = filters;
  const counts = countsByLevel(groups ?? [], view.state);
  const countText = (count: number) => (groups ? formatCount(count) : '–');
  return (
    <div className={styles.filters}>
      <RadioGroup
        label="Level"
        options={[
          { value: '', label: `All ${countText(counts.block + counts.warn + counts.info)}` },
          ...levels.map((level) => ({
            value: level,
            label: `${levelNames[level]} ${countText(counts[level])}`,
          })),
        ]}
        value={view.level}
        onChange={(level) => change({ level })}
      />
      <RadioGroup
        label="Show"
        options={stateOptions}
        value={view.state}
        onChange={(state) => change({ state })}
      />
      <RadioGroup
        label="Group by"
        options={groupingOptions}
        value={view.by}
        onChange={(by) => change({ by, attorney: '', code: '' })}
      />
    </div>
  );
}

const stateOptions = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
];

const groupingOptions = [
  { value: 'person', label: 'Person' },
  { value: 'code', label: 'Kind' },
];
