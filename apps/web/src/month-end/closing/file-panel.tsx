import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { totalsText } from '@recoup/contract/vat/totals';
import { texts } from '@recoup/contract/core/texts';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { DownloadAgain } from '../../exports/download-again.tsx';
import type { Saved } from '../../exports/export-panel.tsx';
import { exportStates, mailStatesText } from '../../exports/export-texts.ts';
import { lastClosingQuery } from '../../exports/exports.queries.ts';
import { emptyMail, isTyped } from '../../mail/mail-texts.ts';
import { today } from '../../platform/browser/local-day.ts';
import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import shared from '../../ui/layout/shared.module.css';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';

const MailForm = lazyPart(async () => ({
  default: (await import('../../mail/mail-form.tsx')).MailForm,
}));

type Props = { saved: Saved | undefined; onDone: () => void };

/** The file of the last closing, and its mail. */
export function FilePanel({ saved, onDone }: Props) {
  const [draft, setDraft] = useState(emptyMail);
  const [sent, setSent] = useState<string>();
  useUnsaved(() => saved !== undefined && isTyped(draft));
  if (saved !== undefined)
    return (
      <Suspense fallback={<p aria-busy="true">Loading…</p>}>
        <MailForm
          saved={saved}
          draft={draft}
          onType={setDraft}
          onSent={() => {
            setDraft(emptyMail);
            setSent(saved.exportId);
          }}
          onBack={onDone}
        />
      </Suspense>
    );
  return (
    <Panel label="File and email">
      <h2>4. File and email</h2>
      <LastClosing sent={sent} />
    </Panel>
  );
}

/** `sent`: the export that was just mailed. */
function LastClosing({ sent }: { sent: string | undefined }) {
  return (
    <Loaded query={useQuery(lastClosingQuery(today()))} what="The last export">
      {(record) =>
        record === null ? (
          <p className={shared.muted}>Nothing is closed yet. The file appears here.</p>
        ) : (
          <>
            {record._id === sent && (
              <Alert kind="success">
                <strong>{texts.mailSent}</strong>
              </Alert>
            )}
            <ClosedExport record={record} />
          </>
        )
      }
    </Loaded>
  );
}

function ClosedExport({ record }: { record: ExportRecord }) {
  const { _id, number, rows, sum, vat, state, by, createdAt, mails } = record;
  const entries = rows === 1 ? '1 entry' : `${formatCount(rows)} entries`;
  return (
    <>
      <p>
        <Link to={paths.export({ exportId: _id })}>Export {number}</Link>: {entries},{' '}
        {formatRand(toCentsTotal(sum))}
        {vat && ` (${totalsText(vat)})`}, closed by {by.name}, {formatMoment(createdAt)}.{' '}
        {mailStatesText(mails)}.
      </p>
      {state !== 'closed' && <StatusDot {...exportStates[state]} />}
      <DownloadAgain id={_id} />
      <div className={shared.buttons}>
        <ButtonLink variant="outline" to={paths.export({ exportId: _id })}>
          Posting file and email
        </ButtonLink>
      </div>
    </>
  );
}
