import { may } from '../../platform/session/may.ts';
import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { exceptionNames } from '@recoup/contract/month-end/exceptions';
import { Link } from 'react-router';
import { Button } from '../../ui/controls/button.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import { opensRow } from '../../ui/list/open-row.ts';
import type { Column } from '../../ui/list/column.ts';
import styles from '../month-end.module.css';
import { exceptionPage } from './exception-target.ts';
import { levelTones } from './exception-words.ts';

type ColumnOptions = {
  onOpen: (exception: Exception) => void;
  /** Undefined for a user who only reads them. */
  action: Column<Exception>['cell'] | undefined;
  actionTitle: string;
};

export function exceptionColumns({
  onOpen,
  action,
  actionTitle,
}: ColumnOptions): Column<Exception>[] {
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
