import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { handOverEndpoints, type HandOver } from '@recoup/contract/hand-over/endpoints';
import { useQuery } from '@tanstack/react-query';
import { missingSettings } from '../exports/missing-settings.ts';
import { RejectedRows } from '../exports/rejected-rows.tsx';
import { readData } from '../platform/api/read.ts';
import { useAction } from '../platform/api/use-action.ts';
import { may } from '../platform/session/may.ts';
import { LayoutSettingsForm } from '../posting/settings/layout-settings-form.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { handOversQuery } from './hand-over.queries.ts';
import { Runs } from './runs.tsx';

/** Runs that sent this export, and the hand-overs that can send it now; nothing without either. */
export function ExportHandOvers({ record: { _id, state } }: { record: ExportRecord }) {
  const maySend = may('hand-overs:write') && state === 'closed';
  const handOvers = useQuery({ ...handOversQuery, enabled: maySend }).data ?? [];
  const { data: runs = [], error } = useQuery(
    readData(
      handOverEndpoints.listHandOverRuns,
      { query: { export: _id } },
      { what: 'hand-over of the export', staleTime: 0 },
    ),
  );
  if (error !== null) return <Alert kind="error">{error.message}</Alert>;
  if (runs.length + handOvers.length === 0) return null;
  return (
    <Panel label="Hand-over">
      <h2>Hand-over</h2>
      <Runs label="Hand-over of this export" runs={runs} />
      {handOvers.length > 0 && <Sending exportId={_id} handOvers={handOvers} />}
    </Panel>
  );
}

type Props = { exportId: string; handOvers: readonly HandOver[] };

function Sending({ exportId, handOvers }: Props) {
  const sending = useAction(handOverEndpoints.runHandOver, {
    done: ({ data: { name } }) => `${name} sends the file within two minutes.`,
    changes: ['hand-overs', 'exports'],
  });
  const send = (id: string) => sending.run({ params: { id }, body: { export: exportId } });
  const missing = missingSettings(sending.error);
  const tried = handOvers.find(({ _id }) => _id === sending.variables?.params.id);
  if (missing && tried?.layout && may('posting-layouts:write'))
    return (
      <>
        <Alert kind="info">
          The layout needs settings that are missing. Nothing has been sent. Enter them to go on.
        </Alert>
        <LayoutSettingsForm
          layout={tried.layout}
          missing={missing}
          onSaved={() => send(tried._id)}
          onClose={sending.reset}
        />
      </>
    );
  return (
    <>
      <RejectedRows error={sending.error} />
      <div className={shared.buttons}>
        {handOvers.map(({ _id, name }) => (
          <Button
            key={_id}
            variant="outline"
            isOnce
            isBusy={sending.isPending && tried?._id === _id}
            onClick={() => send(_id)}
          >
            Send by {name}
          </Button>
        ))}
      </div>
    </>
  );
}
