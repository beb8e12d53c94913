import {
  type HandOver,
  handOverEndpoints,
  maxHandOvers,
} from '@recoup/contract/hand-over/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useContext, useState } from 'react';
import { send } from '../platform/api/api-client.ts';
import { DeleteItemButton } from '../platform/api/delete-item-button.tsx';
import { invalidate } from '../platform/api/read.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { may } from '../platform/session/may.ts';
import { shownPostingLayoutsQuery } from '../posting/posting.queries.ts';
import { Button } from '../ui/controls/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { Loaded, together } from '../ui/feedback/loaded.tsx';
import { OldAnswer } from '../ui/feedback/old-answer.ts';
import { Tag } from '../ui/feedback/tag.tsx';
import { EditItemButton, ItemList } from '../ui/layout/item-list.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { aboutHandOver } from './hand-over-texts.ts';
import { handOverRunsQuery, handOversQuery, sftpServersQuery } from './hand-over.queries.ts';
import { Runs } from './runs.tsx';
import type { Choices } from './schedule-dialog.tsx';
import { Servers } from './servers.tsx';

/** Closing exports that go to a system of the firm by themselves. */
export function HandOverPanel() {
  const query = together(
    useQuery(sftpServersQuery),
    useQuery(handOversQuery),
    useQuery(handOverRunsQuery),
    useQuery(shownPostingLayoutsQuery),
  );
  return (
    <Panel label="Hand-over on schedule" isBusy={!query.data && !query.error}>
      <div>
        <h2>Hand-over on schedule</h2>
        <p className={shared.muted}>
          Recoup closes what is not yet exported and sends the file, by SFTP or email, at a time
          that you choose. While exceptions block, it closes nothing and sends you an email.
        </p>
      </div>
      <Loaded query={query} what="The hand-overs">
        {([servers, schedules, runs, layouts]) => (
          <>
            <Servers servers={servers} />
            <Schedules {...{ schedules, servers, layouts }} />
            <h3>Last runs</h3>
            {runs.length === 0 && <p>No hand-over has run yet.</p>}
            <Runs label="Last runs" runs={runs} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const loadDialog = async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
});
const ScheduleDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

/** Scheduled hand-overs, with buttons to add, change, run and delete them. */
function Schedules({ schedules, ...choices }: { schedules: readonly HandOver[] } & Choices) {
  const client = useQueryClient();
  const [editing, setEditing] = useState<HandOver | 'new'>();
  const isOld = useContext(OldAnswer);
  useLoadBeforeUse(loadDialog);
  const close = () => {
    setEditing(undefined);
    void invalidate(client, ['hand-overs']);
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
            isPaused={isOld}
            onClick={() => setEditing('new')}
          >
            Add a hand-over
          </Button>
        </div>
      )}
      {editing !== undefined && (
        <Suspense>
          <ScheduleDialog
            {...choices}
            {...(editing !== 'new' && { handOver: editing })}
            onClose={close}
          />
        </Suspense>
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
        <EditItemButton name={handOver.name} onClick={() => onEdit(handOver)} />
        <DeleteItemButton
          name={handOver.name}
          question="It does not run any more. Its exports and runs stay in the ledger."
          changes={['hand-overs']}
          remove={async () =>
            send(handOverEndpoints.deleteHandOver, { params: { id: handOver._id } })
          }
        />
      </div>
    ),
  }));
  return <ItemList label="Hand-overs" items={items} />;
}

function RunButton({ _id, name }: HandOver) {
  const start = useAction(handOverEndpoints.runHandOver, {
    done: `${name} runs within two minutes. What becomes of it is in the last runs.`,
    changes: ['hand-overs'],
  });
  return (
    <>
      {start.error && <Alert kind="error">{start.error.message}</Alert>}
      <ConfirmButton
        variant="outline"
        size="small"
        aria-label={`Run ${name} now`}
        isPaused={useContext(OldAnswer)}
        title={`Run ${name} now?`}
        question="Recoup closes what is not yet exported, and sends the file."
        confirmLabel="Run now"
        backLabel="Cancel"
        onConfirm={() => start.run({ params: { id: _id }, body: {} })}
      >
        Run now
      </ConfirmButton>
    </>
  );
}
