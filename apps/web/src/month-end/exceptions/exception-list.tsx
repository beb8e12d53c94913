import { useState } from 'react';
import { Link } from 'react-router';
import { type Exception, maxAcceptances } from '@recoup/contract/month-end/exception-endpoints';
import { exceptionNames } from '@recoup/contract/month-end/exceptions';
import { may } from '../../platform/session/may.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { exceptionsQuery, type ExceptionFilters, readExceptions } from '../month-end.queries.ts';
import styles from '../month-end.module.css';
import { AcceptDialog } from './accept-dialog.tsx';
import { useTakeBack } from './use-accept.ts';
import { exceptionDefaults, type ExceptionView, narrowedExceptions } from './exception-view.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import { exceptionKey, levelTones } from './exception-texts.ts';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { formatMoment } from '../../ui/lib/moment.ts';
import { opensRow } from '../../ui/list/open-row.ts';
import type { Column } from '../../ui/list/column.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { exceptionPage } from './exception-target.ts';

type Props = { to: string; view: ExceptionView; onOpen: (exception: Exception) => void };

export function ExceptionList({ to, view, onOpen }: Props) {
  const filters = narrowedExceptions(view, to);
  const [isAccepting, setIsAccepting] = useState(false);
  const selection = useSelection({ ...filters, state: 'open' });
  const takeBack = useTakeBack();
  const isOpenList = view.state === 'open';
  const mayAccept = may('exceptions:accept');
  const action = (exception: Exception) => <Action {...{ exception, selection, takeBack }} />;
  return (
    <div className={styles.list}>
      {mayAccept && isOpenList && (
        <SelectionBar selection={selection} onAccept={() => setIsAccepting(true)} />
      )}
      <DataList
        label="Exceptions"
        isSearchable={false}
        columns={exceptionColumns({
          onOpen,
          action: mayAccept ? action : undefined,
          actionTitle: isOpenList ? 'Select' : 'Action',
        })}
        rowKey={({ code, subject }) => `${code} ${subject._id}`}
        query={(page) => exceptionsQuery(filters, page)}
        defaults={exceptionDefaults}
        empty={<NoExceptions view={view} />}
      />
      {isAccepting && (
        <AcceptDialog
          items={selection.items}
          onAccepted={() => {
            setIsAccepting(false);
            selection.clear();
          }}
          onChanged={selection.keepFresh}
          onClose={() => setIsAccepting(false)}
        />
      )}
    </div>
  );
}

type ActionProps = TakeBackProps & { selection: ReturnType<typeof useSelection> };

function Action({ exception, selection, takeBack }: ActionProps) {
  return exception.accepted === null ? (
    <Select exception={exception} selection={selection} />
  ) : (
    <TakeBack exception={exception} takeBack={takeBack} />
  );
}

type SelectProps = { exception: Exception; selection: ReturnType<typeof useSelection> };

function Select({ exception, selection }: SelectProps) {
  return (
    <input
      type="checkbox"
      className={styles.check}
      aria-label={`Select: ${exception.message} ${exception.subject.name}`}
      checked={selection.has(exception)}
      onChange={() => selection.toggle(exception)}
    />
  );
}

type TakeBackProps = { exception: Exception; takeBack: ReturnType<typeof useTakeBack> };

function TakeBack({ exception, takeBack }: TakeBackProps) {
  const { accepted, subject } = exception;
  if (accepted === null) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      isBusy={takeBack.isPending && takeBack.variables?.params.id === accepted._id}
      aria-label={`Undo: ${subject.name}`}
      onClick={() => takeBack.run({ params: { id: accepted._id } })}
    >
      Undo
    </Button>
  );
}

function NoExceptions({ view: { state, level, attorney, code } }: { view: ExceptionView }) {
  if (level !== '' || attorney !== '' || code !== '')
    return <EmptyState title="No exceptions match.">Choose All to see the others.</EmptyState>;
  return state === 'open' ? (
    <EmptyState title="No open exceptions">Nothing stands in the way of closing.</EmptyState>
  ) : (
    <EmptyState title="Nothing accepted">
      Accepted exceptions appear here with their reason.
    </EmptyState>
  );
}

type SelectionBarProps = { selection: Selection; onAccept: () => void };

/** How many are selected, and what can be done with them. */
function SelectionBar({ selection, onAccept }: SelectionBarProps) {
  const { items, isFull, selectAll } = selection;
  return (
    <>
      <div className={styles.bar}>
        <Button disabled={items.length === 0} onClick={onAccept}>
          Accept selected
        </Button>
        <Button variant="outline" isBusy={selectAll.isPending} onClick={() => selectAll.run()}>
          Select all
        </Button>
        <Button variant="quiet" disabled={items.length === 0} onClick={selection.clear}>
          Clear
        </Button>
        <output>
          {items.length === 0 ? 'Select exceptions to accept them.' : countText(items.length)}
          {isFull && `; at most ${maxAcceptances} at once`}
        </output>
      </div>
      {selectAll.isError && <Alert kind="error">{selectAll.error.message}</Alert>}
    </>
  );
}

function countText(count: number): string {
  return `${formatCount(count)} selected`;
}

type Selection = ReturnType<typeof useSelection>;

/** The exceptions to accept, over all pages of the list. */
function useSelection(filters: ExceptionFilters) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Exception>>(new Map());
  const choose = (items: readonly Exception[]) =>
    setChosen(new Map(items.map((item) => [exceptionKey(item), item])));
  const selectAll = useActionBy(() => readExceptions(filters, maxAcceptances), {
    onDone: choose,
  });
  const keepFresh = useActionBy(() => stillOpen([...chosen.values()], filters.to), {
    onDone: choose,
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
    keepFresh: () => keepFresh.run(),
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

type ColumnOptions = {
  onOpen: (exception: Exception) => void;
  /** Undefined for a user who only reads them. */
  action: Column<Exception>['cell'] | undefined;
  actionTitle: string;
};

function exceptionColumns({ onOpen, action, actionTitle }: ColumnOptions): Column<Exception>[] {
  return [
    {
      key: 'exception',
      title: 'Exception',
      isTitle: true,
      cell: (exception) => <What exception={exception} />,
    },
    {
      key: 'subject',
      title: 'What',
      cell: (exception) => <Subject exception={exception} onOpen={onOpen} />,
    },
    { key: 'person', title: 'Person', cell: ({ attorney }) => attorney?.name ?? 'The firm' },
    {
      key: 'day',
      title: 'Day',
      noWrap: true,
      cell: ({ day }) => (day === null ? '–' : formatDate(day)),
    },
    ...(action === undefined
      ? []
      : [{ key: 'action', title: actionTitle, isAction: true, cell: action }]),
  ];
}

function What({ exception }: { exception: Exception }) {
  const { code, level, message, accepted, hasLapsed } = exception;
  return (
    <div className={styles.what}>
      <StatusDot label={exceptionNames[code]} tone={levelTones[level]} />
      <p>{message}</p>
      {hasLapsed && <p className={styles.lapsed}>Accepted before, but the facts changed.</p>}
      {accepted !== null && (
        <p>
          Accepted by {accepted.by.name}, {formatMoment(accepted.at)}: {accepted.reason}
        </p>
      )}
    </div>
  );
}

/** An auditor has neither the forms of people nor the list of calls. */
function hasPage({ subject }: Exception): boolean {
  return may('users:write') || subject.kind === 'matter' || subject.kind === 'export';
}

type SubjectProps = { exception: Exception; onOpen: (exception: Exception) => void };

function Subject({ exception, onOpen }: SubjectProps) {
  const { name } = exception.subject;
  const page = exceptionPage(exception);
  if (page !== undefined && !hasPage(exception)) return <>{name}</>;
  if (page !== undefined)
    return (
      <Link {...opensRow} to={page}>
        {name}
      </Link>
    );
  return (
    <Button
      variant="quiet"
      size="small"
      {...opensRow}
      className={styles.subject}
      onClick={() => onOpen(exception)}
    >
      {name}
    </Button>
  );
}
