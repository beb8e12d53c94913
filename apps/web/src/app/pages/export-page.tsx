import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { may } from '../../platform/session/may.ts';
import { ExportFacts } from '../../exports/export-facts.tsx';
import { exportQuery } from '../../exports/exports.queries.ts';
import { ExportHandOvers } from '../../hand-over/export-hand-overs.tsx';
import { HistoryLink } from '../../platform/browser/history-link.tsx';
import { paths } from '../../platform/browser/paths.ts';
import { NotLoaded } from '../../platform/api/record-pending.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { isAnswered } from '../../ui/feedback/loaded.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { PostingPanel } from '../../posting/file/posting-panel.tsx';
import { postingLayoutsQuery } from '../../posting/posting.queries.ts';
import { ExportMails } from '../../mail/export-mails.tsx';

// Its schema is the larger half of the page, and it stands below all else.
const ReopenPanel = lazyPart(async () => ({
  default: (await import('../../exports/reopen-panel.tsx')).ReopenPanel,
}));

/** One export of the ledger: its facts, its files again, its mails, and the way to reopen it. */
export function ExportPage() {
  const [params] = useSearchParams();
  const query = useQuery(exportQuery(params.get('exportId') ?? ''));
  const record = query.data;
  // The layouts move what is below them when they come.
  const hasLayouts = isAnswered(useQuery(postingLayoutsQuery));
  return (
    <PageFrame
      title={record ? `Export ${record.number}` : 'Export'}
      width="form"
      actions={record && <HistoryLink subject={record._id} />}
    >
      {query.isError && (
        <Panel>
          <NotLoaded what="export" query={query} list={paths.exports} />
        </Panel>
      )}
      {!record && !query.isError && <p aria-busy="true">Loading…</p>}
      {record && <Shown record={record} hasLayouts={hasLayouts} />}
    </PageFrame>
  );
}

type Props = { record: ExportRecord; hasLayouts: boolean };

function Shown({ record, hasLayouts }: Props) {
  return (
    <>
      <ExportFacts record={record} />
      {!hasLayouts && <p aria-busy="true">Loading…</p>}
      {hasLayouts && (
        <>
          <PostingPanel key={`posting ${record._id}`} record={record} />
          <ExportMails key={record._id} record={record} />
          <ExportHandOvers record={record} />
          {may('exports:reopen') && record.state === 'closed' && (
            <Suspense fallback={<p aria-busy="true">Loading…</p>}>
              <ReopenPanel record={record} />
            </Suspense>
          )}
        </>
      )}
    </>
  );
}
