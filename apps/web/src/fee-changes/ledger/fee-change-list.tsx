import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FeeChange } from '@recoup/contract/fee-changes/endpoints';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { Pager } from '../../ui/list/pager.tsx';
import { feeChangesQuery, pricedSubjects, takeBack } from '../fee-changes.queries.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast, withdrawToast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import {
  takeBackQuestion,
  takenBackText,
  wayOut,
  changedText,
  changeText,
  repricedText,
  roundingText,
  changeState,
} from './ledger-texts.ts';
import { appliedText } from '../fee-change-texts.ts';
import { may } from '../../platform/session/may.ts';
import { today } from '../../platform/browser/local-day.ts';
import { Button } from '../../ui/controls/button.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { formatMoment } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import { invalidate } from '../../platform/api/read.ts';
import styles from '../fee-changes.module.css';

const label = 'Fee changes';

/** Lists changes of many fees with their user and date, and undoes a change. */
export function FeeChangeList() {
  const [chosen, setChosen] = useState<FeeChange | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Panel label={label}>
      <h2 ref={heading} tabIndex={-1}>
        {label}
      </h2>
      <Changes onTakeBack={setChosen} />
      {chosen !== null && (
        <TakeBackDialog
          change={chosen}
          onClose={() => setChosen(null)}
          onShown={() => heading.current?.focus()}
        />
      )}
    </Panel>
  );
}

function Changes({ onTakeBack }: { onTakeBack: (change: FeeChange) => void }) {
  const [view, setView] = useState<ListView>({ page: 1, size: 5, search: '', sort: undefined });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...feeChangesQuery(view.page, view.size),
    placeholderData: keepPreviousData,
  });
  if (error !== null)
    return (
      <ErrorState
        title="Fee changes could not be loaded."
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (data?.count === 0)
    return (
      <EmptyState title="No fee changes yet">
        Raised fees are listed here, and can be undone.
      </EmptyState>
    );
  const change = (part: Partial<ListView>) => setView({ ...view, ...part });
  return (
    <>
      <DataTable
        {...{ label, view }}
        columns={columnsWith(onTakeBack)}
        rowKey={({ _id }) => _id}
        rows={data?.data}
        isStale={isPlaceholderData}
        onSort={() => undefined}
      />
      {data !== undefined && data.count > view.size && (
        <Pager {...{ label, view }} count={data.count} onChange={change} />
      )}
    </>
  );
}

type Props = { change: FeeChange; onClose: () => void; onShown: () => void };

function TakeBackDialog({ change, onClose, onShown }: Props) {
  const client = useQueryClient();
  const undo = useOneMutation({
    mutationFn: () => takeBack(change._id),
    onSuccess: async (undone) => {
      withdrawToast(appliedText(change));
      toast(takenBackText(undone));
      onClose();
      await invalidate(client, pricedSubjects);
      // The pressed button is gone, and the focus with it.
      requestAnimationFrame(onShown);
    },
  });
  const { error } = undo;
  const isLocked = error instanceof ApiError && error.code === 'entry_is_locked';
  const action = {
    label: 'Undo',
    isDanger: true,
    isBusy: undo.isPending,
    onClick: () => undo.mutate(),
  };
  return (
    <Dialog
      title="Undo this fee change?"
      isOpen
      onClose={onClose}
      actions={<DialogButtons backLabel="Keep it" action={action} />}
    >
      <p>{takeBackQuestion(change)}</p>
      {error !== null && (
        <Alert kind="error">
          <p>{error.message}</p>
          {isLocked && <p>{wayOut(change.percent)}</p>}
        </Alert>
      )}
    </Dialog>
  );
}

function columnsWith(onTakeBack: (change: FeeChange) => void): readonly Column<FeeChange>[] {
  return [
    {
      key: 'change',
      title: 'Change',
      isTitle: true,
      cell: (change) => <TwoLines first={changeText(change)} second={roundingText(change)} />,
    },
    {
      key: 'when',
      title: 'When',
      cell: ({ createdAt, createdBy }) => (
        <TwoLines first={formatMoment(createdAt)} second={createdBy.name} />
      ),
    },
    {
      key: 'changed',
      title: 'Changed',
      cell: (change) => (
        <TwoLines first={changedText(change)} second={repricedText(change.repriced)} />
      ),
    },
    { key: 'reason', title: 'Reason', cell: ({ reason }) => reason ?? '–' },
    {
      key: 'state',
      title: 'State',
      cell: (change) => <State change={change} onTakeBack={onTakeBack} />,
    },
  ];
}

type StateProps = { change: FeeChange; onTakeBack: (change: FeeChange) => void };

function State({ change, onTakeBack }: StateProps) {
  return (
    <div className={styles.state}>
      <StatusDot {...changeState(change, today())} />
      {may('call-fees:write') && change.undoneAt === null && (
        <Button
          variant="outline"
          size="small"
          aria-label={`Undo ${changeText(change)}`}
          onClick={() => onTakeBack(change)}
        >
          Undo
        </Button>
      )}
    </div>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <div className={styles.twoLines}>
      {first}
      <br />
      <span className={styles.second}>{second}</span>
    </div>
  );
}
