import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type IntakeRun, intakeEndpoints } from '@recoup/contract/hand-over/intake-endpoints';
import { Tag } from '../../ui/feedback/tag.tsx';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { readData } from '../../platform/api/read.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loaded, together, withoutOld } from '../../ui/feedback/loaded.tsx';
import { sftpServersQuery } from '../hand-over.queries.ts';
import { aboutRun, runStateLabels } from './intake-texts.ts';

const intakeQuery = readData(
  intakeEndpoints.getIntake,
  {},
  { what: 'import on schedule', staleTime: 0 },
);

/** The last ten; a run that the user starts ends within some minutes. */
const runsQuery = readData(
  intakeEndpoints.listIntakeRuns,
  { query: { itemsPerPage: '10' } },
  { what: 'runs of the import', staleTime: 0, refetchInterval: 20_000 },
);

// At the end of the page, and it brings what all forms need.
const IntakeForm = lazyPart(async () => ({
  default: (await import('./intake-form.tsx')).IntakeForm,
}));

/** Files of matters that the practice system puts into a folder. */
export function IntakePanel() {
  const newServers = withoutOld(useQuery(sftpServersQuery));
  const query = together(newServers, useQuery(intakeQuery), useQuery(runsQuery));
  return (
    <Panel label="Matter files on schedule" isBusy={!query.data && !query.error}>
      <div>
        <h2>Matter files on schedule</h2>
        <p className={shared.muted}>
          Recoup reads a folder of an SFTP server, and imports each new file as{' '}
          <em>Import / Export</em> does: all of it or nothing. Files then move to its folder{' '}
          <em>done</em> or <em>refused</em>, with a text that says what became of them.
        </p>
      </div>
      <Loaded query={query} what="The import on schedule">
        {([servers, saved, runs]) => (
          <>
            <Suspense fallback={<p aria-busy="true">Loading…</p>}>
              <IntakeForm saved={saved} servers={servers} />
            </Suspense>
            <Runs runs={runs} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Runs({ runs }: { runs: readonly IntakeRun[] }) {
  if (runs.length === 0) return null;
  const items = runs.map((run) => ({
    key: run._id,
    title: runStateLabels[run.state],
    tag: run.files.some(({ state }) => state === 'refused') && <Tag>Refused files</Tag>,
    about: aboutRun(run),
  }));
  return (
    <>
      <h3>Last imports on schedule</h3>
      <ItemList label="Last imports on schedule" items={items} />
    </>
  );
}
