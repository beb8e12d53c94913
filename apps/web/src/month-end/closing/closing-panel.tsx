import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { ExportPreview } from '@recoup/contract/exports/endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PreviewFacts } from '../../exports/closing/closing-facts.tsx';
import { DownloadOutcome } from '../../exports/download-outcome.tsx';
import { closingPreviewQuery, exportIdFrom } from '../../exports/exports.queries.ts';
import { fileChoices } from '../../exports/file-choices.ts';
import { useClosing } from '../../exports/closing/use-closing.tsx';
import { useDownload } from '../../exports/use-download.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { paths } from '../../platform/browser/paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import styles from '../month-end.module.css';
import type { Saved } from '../../exports/export-panel.tsx';

type Props = { to: string; onSaved: (saved: Saved) => void };

/** Preview of a closing, and the button that starts it. */
export function ClosingPanel({ to, onSaved }: Props) {
  const preview = useQuery({ ...closingPreviewQuery({ to }), placeholderData: keepPreviousData });
  const download = useDownload(({ name, location }) =>
    onSaved({ name, exportId: exportIdFrom(location) }),
  );
  const closing = useClosing(download, { choice: fileChoices[0], to });
  const { data, error } = preview;
  const isNothing = error instanceof ApiError && error.code === 'nothing_to_export';
  return (
    <Panel label="Close">
      <h2>3. Close</h2>
      {closing.dialog === null && <DownloadOutcome download={download} />}
      {closing.dialog}
      {error !== null && !isNothing && (
        <ErrorState
          title="What is new could not be loaded."
          message={error.message}
          onRetry={() => void preview.refetch()}
        />
      )}
      <PreviewFacts preview={error === null ? data : undefined} />
      <div className={styles.bar}>
        <Button
          disabled={error !== null || !data}
          isBusy={download.isPending && closing.dialog === null}
          onClick={closing.ask}
        >
          Close and export
        </Button>
        <output>
          {isNothing && `Nothing new up to ${formatDate(to)}.`}
          {error === null && data && <Consequence preview={data} to={to} />}
        </output>
      </div>
    </Panel>
  );
}

function Consequence({ preview, to }: { preview: ExportPreview; to: string }) {
  const { rows, sum, exceptions } = preview;
  if (exceptions.block > 0)
    return (
      <Link to={paths.blockingExceptions({ to })}>
        {formatCount(exceptions.block)} blocking{' '}
        {exceptions.block === 1 ? 'exception is' : 'exceptions are'} open
      </Link>
    );
  const entries = rows === 1 ? '1 entry' : `${formatCount(rows)} entries`;
  return `Locks ${entries}, ${formatRand(toCentsTotal(sum))}, up to ${formatDate(to)}.`;
}
