import { type Exception, maxAcceptances } from '@recoup/contract/month-end/exception-endpoints';
import { exceptionNames } from '@recoup/contract/month-end/exceptions';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useActionBy } from '../../platform/api/use-action.ts';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { paths } from '../../platform/browser/paths.ts';
import { may } from '../../platform/session/may.ts';
import { Button } from '../../ui/controls/button.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import { DataList } from '../../ui/list/data-list.tsx';
import { opensRow } from '../../ui/list/open-row.ts';
import { SelectBox } from '../../ui/selection/select-box.tsx';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import {
  type RowSelection,
  useRowSelection,
  useSelectedRows,
} from '../../ui/selection/use-row-selection.ts';
import styles from '../month-end.module.css';
import { type ExceptionFilters, exceptionsQuery, readExceptions } from '../month-end.queries.ts';
import { exceptionKey, levelTones } from './exception-texts.ts';
import { exceptionDefaults, type ExceptionView, narrowedExceptions } from './exception-view.ts';
import { useTakeBack } from './use-accept.ts';

const loadAccept = async () => ({ default: (await import('./accept-dialog.tsx')).AcceptDialog });
const AcceptDialog = lazyPart(loadAccept, ({ onClose }) => onClose);

type Props = {
  to: string;
  view: ExceptionView;
  selection: ExceptionSelection;
  onOpen: (exception: Exception) => void;
};

/** Open ones are selected to be accepted together. */
export function maySelect({ state }: Pick<ExceptionView, 'state'>): boolean {
  return state === 'open' && may('exceptions:accept');
}

export function ExceptionList({ to, view, selection: { rows, keepFresh }, onOpen }: Props) {
  const filters = narrowedExceptions(view, to);
  const [isAccepting, setIsAccepting] = useState(false);
  useLoadBeforeUse(loadAccept);
  const takeBack = useTakeBack();
  const select = maySelect(view) && selectColumn(rows);
  const action = view.state !== 'open' && may('exceptions:accept') && undoColumn(takeBack);
  return (
    <div className={styles.list}>
      <DataList
        label="Exceptions"
        isSearchable={false}
        columns={exceptionColumns({ onOpen, select, action })}
        rowKey={({ code, subject }) => `${code} ${subject._id}`}
        query={(page) => exceptionsQuery(filters, page)}
        defaults={exceptionDefaults}
        empty={<NoExceptions view={view} />}
        isCompact
      />
      {select && <AcceptBar rows={rows} onAccept={() => setIsAccepting(true)} />}
      {isAccepting && (
        <AcceptSelected
          rows={rows}
          onChanged={() => keepFresh.run()}
          onClose={() => setIsAccepting(false)}
        />
      )}
    </div>
  );
}

function selectColumn(selection: RowSelection<Exception>): Column<Exception> {
  return {
    key: 'select',
    title: 'Select',
    isSelect: true,
    cell: (exception) => (
      <SelectBox
        label={`Select: ${exception.message} ${exception.subject.name}`}
        row={exception}
        selection={selection}
      />
    ),
  };
}

function undoColumn(takeBack: ReturnType<typeof useTakeBack>): Column<Exception> {
  return {
    key: 'action',
    title: 'Action',
    isAction: true,
    cell: (exception) => <TakeBack exception={exception} takeBack={takeBack} />,
  };
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

type AcceptBarProps = { rows: RowSelection<Exception>; onAccept: () => void };

/** How many exceptions are selected, and what can be done with them. */
function AcceptBar({ rows, onAccept }: AcceptBarProps) {
  const items = useSelectedRows(rows);
  if (items.length === 0) return null;
  return (
    <SelectionBar label="Selected exceptions" count={items.length} max={maxAcceptances} isCompact>
      <Button size="small" onClick={onAccept}>
        Accept selected
      </Button>
      <Button variant="quiet" size="small" onClick={rows.clear}>
        Clear
      </Button>
    </SelectionBar>
  );
}

type AcceptProps = Pick<AcceptBarProps, 'rows'> & { onChanged: () => void; onClose: () => void };

function AcceptSelected({ rows, onChanged, onClose }: AcceptProps) {
  const end = () => {
    onClose();
    rows.clear();
  };
  return (
    <Suspense>
      <AcceptDialog
        items={useSelectedRows(rows)}
        onAccepted={end}
        onChanged={onChanged}
        onClose={onClose}
      />
    </Suspense>
  );
}

export type ExceptionSelection = ReturnType<typeof useExceptionSelection>;

/** The exceptions to accept, over all pages of the list. */
export function useExceptionSelection(filters: ExceptionFilters) {
  const open = { ...filters, state: 'open' as const };
  const rows = useRowSelection<Exception>({
    keyOf: exceptionKey,
    max: maxAcceptances,
    of: JSON.stringify(open),
  });
  const { chooseRead } = rows;
  return {
    rows,
    selectAll: useActionBy(() => chooseRead(() => readExceptions(open, maxAcceptances))),
    /** Drops what has changed or gone since it was chosen. */
    keepFresh: useActionBy(() => chooseRead(() => stillOpen(rows.items(), open.to))),
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
  /** False for a user who only reads them. */
  select: Column<Exception> | false;
  action: Column<Exception> | false;
};

function exceptionColumns({ onOpen, select, action }: ColumnOptions): Column<Exception>[] {
  return [
    ...(select ? [select] : []),
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
    ...(action ? [action] : []),
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

/** The page that puts an exception right; undefined for an entry, which opens in a dialog. */
export function exceptionPage({
  code,
  subject,
  matter,
  export: exportId,
}: Pick<Exception, 'code' | 'subject' | 'matter' | 'export'>): string | undefined {
  switch (subject.kind) {
    case 'attorney':
      return code === 'NONE' || code === 'DROP'
        ? paths.entriesBy({ attorney: subject._id })
        : paths.updateAttorney({ attorneyId: subject._id });
    case 'matter':
      return paths.mattersFound({ search: matter ?? subject.name });
    case 'export':
      return paths.export({ exportId: subject._id });
    case 'mail':
      // Without an export it was an invitation: its subject is the address of who should have it.
      return exportId === null
        ? paths.attorneysFound({ search: subject.name })
        : paths.export({ exportId });
    case 'account':
      return paths.account({ accountId: subject._id });
    case 'call':
      return paths.firmCalls;
    case 'entry':
      return undefined;
  }
}
