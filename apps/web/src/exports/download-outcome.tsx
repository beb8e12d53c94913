import { Link } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import type { useDownload } from './use-download.ts';

type Closed = NonNullable<ReturnType<typeof useDownload>['closed']>;

/** Why no file was saved; an export may have been closed all the same. */
export function DownloadOutcome({ download }: { download: ReturnType<typeof useDownload> }) {
  const { error, isCancelled, closed, isPending } = download;
  if (isPending || (error === null && !isCancelled)) return null;
  const created = closed !== null && (
    <>
      {' '}
      Export {closed.record.number} was still created;{' '}
      <Link to={exportPath(closed)}>
        {closed.layout === undefined ? 'download it' : 'continue on its page'}
      </Link>
      .
    </>
  );
  if (error !== null)
    return (
      <Alert kind="error">
        {error.message}
        {created}
      </Alert>
    );
  return (
    <Alert kind="info">
      Cancelled. Nothing was saved.
      {created === false ? ' If an export was created, it is under All exports.' : created}
    </Alert>
  );
}

function exportPath({ record: { _id: exportId }, layout }: Closed): string {
  return layout === undefined ? paths.export({ exportId }) : paths.export({ exportId, layout });
}
