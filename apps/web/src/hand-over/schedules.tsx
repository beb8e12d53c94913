import { type HandOver, maxHandOvers } from '@recoup/contract/hand-over/endpoints';
import { useState } from 'react';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { ItemList } from '../ui/layout/item-list.tsx';
import shared from '../ui/layout/shared.module.css';
import { deleteHandOver, runHandOver } from './hand-over.queries.ts';
import { aboutHandOver } from './hand-over-texts.ts';
import { type Choices, ScheduleDialog } from './schedule-dialog.tsx';
import { useRefresh } from './use-refresh.ts';

/** Scheduled hand-overs, with buttons to add, change, run and delete them. */
export function Schedules({ schedules, ...choices }: { schedules: readonly HandOver[] } & Choices) {
  const refresh = useRefresh();
  const [editing, setEditing] = useState<HandOver | 'new'>();
  const close = () => {
    setEditing(undefined);
    void refresh();
  };
  return (
    <>
      <h3>Hand-overs</h3>
      <List schedules={schedules} layouts={choices.layouts} onEdit={setEditing} />
      {may('hand-overs:write') && (
        <div className={shared.buttons}>
          <Button
            variant="outline"
            disabled={schedules.length >= maxHandOvers}
            onClick={() => setEditing('new')}
          >
            Add a hand-over
          </Button>
        </div>
      )}
      {editing !== undefined && (
        <ScheduleDialog
          {...choices}
          {...(editing !== 'new' && { handOver: editing })}
          onClose={close}
        />
      )}
    </>
  );
}

type ListProps = Pick<Choices, 'layouts'> & {
  schedules: readonly HandOver[];
  onEdit: (handOver: HandOver) => void;
};

function List({ schedules, layouts, onEdit }: ListProps) {
  if (schedules.length === 0) return <p>Nothing is handed over on schedule yet.</p>;
  const items = schedules.map((handOver) => ({
    key: handOver._id,
    title: handOver.name,
    tag: !handOver.isOn && <Tag>Off</Tag>,
    about: aboutHandOver(handOver, layouts),
    action: may('hand-overs:write') && (
      <div className={shared.buttons}>
        {handOver.isOn && <RunButton {...handOver} />}
        <Button
          variant="outline"
          size="small"
          aria-label={`Edit ${handOver.name}`}
          onClick={() => onEdit(handOver)}
        >
          Edit
        </Button>
        <DeleteButton {...handOver} />
      </div>
    ),
  }));
  return <ItemList label="Hand-overs" items={items} />;
}

type Named = Pick<HandOver, '_id' | 'name'>;

function RunButton({ _id, name }: Named) {
  const refresh = useRefresh();
  const run = useOneMutation({
    mutationFn: () => runHandOver(_id),
    onSuccess: async () => {
      toast(`${name} runs within two minutes. What becomes of it is in the last runs.`);
      await refresh();
    },
  });
  return (
    <>
      {run.error && <Alert kind="error">{run.error.message}</Alert>}
      <ConfirmButton
        variant="outline"
        size="small"
        aria-label={`Run ${name} now`}
        title={`Run ${name} now?`}
        question="Recoup closes what is not yet exported, and sends the file."
        confirmLabel="Run now"
        onConfirm={() => run.mutate()}
      >
        Run now
      </ConfirmButton>
    </>
  );
}

function DeleteButton({ _id, name }: Named) {
  const refresh = useRefresh();
  const remove = useOneMutation({
    mutationFn: () => deleteHandOver(_id),
    onSuccess: async () => {
      toast(`${name} deleted.`);
      await refresh();
    },
  });
  return (
    <ConfirmButton
      variant="outline"
      size="small"
      aria-label={`Delete ${name}`}
      title={`Delete ${name}?`}
      question="It does not run any more. Its exports and runs stay in the ledger."
      confirmLabel="Delete"
      confirming={remove}
      onConfirm={() => remove.mutate()}
    >
      Delete
    </ConfirmButton>
  );
}
