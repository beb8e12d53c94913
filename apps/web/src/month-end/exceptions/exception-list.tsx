import { may } from '../../platform/session/may.ts';
import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { exceptionsQuery } from '../month-end.queries.ts';
import styles from '../month-end.module.css';
import { AcceptDialog } from './accept-dialog.tsx';
import { exceptionColumns } from './exception-columns.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useTakeBack } from './use-accept.ts';
import type { ExceptionView } from './use-exception-view.ts';
import { exceptionDefaults } from './use-first-exceptions.ts';
import { useSelection } from './use-selection.ts';

type Props = { to: string; view: ExceptionView; onOpen: (exception: Exception) => void };

export function ExceptionList({ to, view, onOpen }: Props) {
  const { by: _, ...filters } = { ...view, to };
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
      isBusy={takeBack.isPending && takeBack.variables === accepted._id}
      aria-label={`Take back: ${subject.name}`}
      onClick={() => takeBack.mutate(accepted._id)}
    >
      Take back
    </Button>
  );
}

function NoExceptions({ view: { state, level, attorney, code } }: { view: ExceptionView }) {
  const isFiltered = level !== undefined || attorney !== undefined || code !== undefined;
  if (isFiltered)
    return <EmptyState title="No exceptions match.">Choose All to see the others.</EmptyState>;
  return state === 'open' ? (
    <EmptyState title="No open exceptions">Nothing stands in the way of closing.</EmptyState>
  ) : (
    <EmptyState title="Nothing accepted">
      Accepted exceptions appear here with their reason.
    </EmptyState>
  );
}
