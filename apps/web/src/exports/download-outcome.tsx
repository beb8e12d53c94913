import { Link } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import type { useDownload } from './use-download.ts';

/** Why no file was saved; an export may have been closed all the same. */
export function DownloadOutcome({ download }: { download: ReturnType<typeof useDownload> }) {
  const { error, isCancelled, closed, isPending } = download;
  if (isPending || (error === null && !isCancelled)) return null;
  const kept = closed !== null && (
    <>
      {' '}
      Export {closed.number} was still created;{' '}
      <Link to={paths.export({ exportId: closed._id })}>download it</Link>.
    </>
  );
  if (error !== null)
    return (
      <Alert kind="error">
        {error.message}
        {kept}
      </Alert>
    );
  return (
    <Alert kind="info">
      Cancelled. Nothing was saved.
      {kept === false ? ' If an export was created, it is under All exports.' : kept}
    </Alert>
  );
}
