import { useQuery } from '@tanstack/react-query';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { postingLayoutsQuery } from '../posting/posting.queries.ts';
import { Loaded, together } from '../ui/feedback/loaded.tsx';
import { handOverRunsQuery, handOversQuery, sftpServersQuery } from './hand-over.queries.ts';
import { Runs } from './runs.tsx';
import { Schedules } from './schedules.tsx';
import { Servers } from './servers.tsx';

/** Closing exports that go to a system of the firm by themselves. */
export function HandOverPanel() {
  const query = together(
    useQuery(sftpServersQuery),
    useQuery(handOversQuery),
    useQuery(handOverRunsQuery),
    useQuery(postingLayoutsQuery),
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
