import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { postingLayoutsQuery } from '../posting/posting.queries.ts';
import { handOverRunsQuery, handOversQuery, sftpServersQuery } from './hand-over.queries.ts';
import { Runs } from './runs.tsx';
import { Schedules } from './schedules.tsx';
import { Servers } from './servers.tsx';

/** Closing exports that go to a system of the firm by themselves. */
export function HandOverPanel() {
  const servers = useQuery(sftpServersQuery);
  const schedules = useQuery(handOversQuery);
  const runs = useQuery(handOverRunsQuery);
  const layouts = useQuery(postingLayoutsQuery);
  const all = [servers, schedules, runs, layouts];
  const failed = all.find(({ error }) => error !== null);
  const isReady = servers.data && schedules.data && runs.data && layouts.data;
  return (
    <Panel label="Hand-over on schedule" isBusy={!isReady && !failed}>
      <div>
        <h2>Hand-over on schedule</h2>
        <p className={shared.muted}>
          Recoup closes what is not yet exported and sends the file, by SFTP or email, at a time
          that you choose. While exceptions block, it closes nothing and sends you an email.
        </p>
      </div>
      {failed?.error && (
        <ErrorState
          title="The hand-overs could not be loaded."
          message={failed.error.message}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!isReady && !failed && <p>Loading…</p>}
      {isReady && (
        <>
          <Servers servers={servers.data} />
          <Schedules schedules={schedules.data} servers={servers.data} layouts={layouts.data} />
          <h3>Last runs</h3>
          {runs.data.length === 0 && <p>No hand-over has run yet.</p>}
          <Runs label="Last runs" runs={runs.data} />
        </>
      )}
    </Panel>
  );
}
