import { Suspense, useEffect, useState } from 'react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { DownloadAgain } from '../../exports/download-again.tsx';
import { lastClosingQuery } from '../../exports/exports.queries.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { today } from '../../platform/browser/local-day.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { ClosedAs } from './closing-panel.tsx';

// Large, and below the other steps.
const PostingPanel = lazyPart(async () => ({
  default: (await import('../../posting/file/posting-panel.tsx')).PostingPanel,
}));
const ExportMails = lazyPart(async () => ({
  default: (await import('../../mail/export-mails.tsx')).ExportMails,
}));
const ExportHandOvers = lazyPart(async () => ({
  default: (await import('../../hand-over/export-hand-overs.tsx')).ExportHandOvers,
}));

/**
 * Steps above become shorter once they are read again, some by a request after another: this long
 * (ms) nothing is read before the page goes on with this one.
 */
const settledMs = 300;

/**
 * Files of the last closing, its emails, and its hand-over by SFTP; as on its own page. The form of
 * an email is open for the export that was just closed.
 */
export function HandOverStep({ justClosed }: { justClosed: string | undefined }) {
  const query = useQuery(lastClosingQuery(today()));
  const { data: record } = query;
  const isBusy = useIsFetching() > 0;
  const [shown, setShown] = useState<string>();
  const isClosed = justClosed !== undefined && record?._id === justClosed;
  useEffect(() => {
    if (!isClosed || isBusy) return undefined;
    const timer = setTimeout(() => setShown(justClosed), settledMs);
    return () => clearTimeout(timer);
  }, [isClosed, isBusy, justClosed]);
  return (
    <>
      <Panel id="hand-over" label="Hand over">
        <h2 key={shown} ref={shown === undefined ? undefined : takeFocus} tabIndex={-1}>
          4. Hand over
        </h2>
        <Loaded query={query} what="The last export">
          {(closed) =>
            closed === null ? (
              <p className={shared.muted}>Nothing is closed yet. Its files appear here.</p>
            ) : (
              <>
                <ClosedAs record={closed} />
                <DownloadAgain id={closed._id} />
              </>
            )
          }
        </Loaded>
      </Panel>
      {record && (
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          <PostingPanel key={`posting ${record._id}`} record={record} />
          <ExportMails key={record._id} record={record} startsOpen={record._id === justClosed} />
          <ExportHandOvers record={record} />
        </Suspense>
      )}
    </>
  );
}

/** After a closing the page goes on with this step, unless the user fills in its form already. */
function takeFocus(heading: HTMLHeadingElement | null): void {
  if (document.activeElement?.closest('form')) return;
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
