import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ExportRecord, PostingTotal } from '@recoup/contract/exports/endpoints';
import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { may } from '../../platform/session/may.ts';
import { LayoutField } from '../../exports/layout-field.tsx';
import { missingSettings } from '../../exports/missing-settings.ts';
import { RejectedRows } from '../../exports/rejected-rows.tsx';
import { paths } from '../../platform/browser/paths.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { saveFile } from '../../ui/lib/save-file.ts';
import { downloadPostingFile, postingLayoutsQuery } from '../posting.queries.ts';
import styles from '../posting.module.css';
import { PostingSettingsForm } from '../settings/layout-settings-form.tsx';
import { countOf } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';

/** The lines of an export as a bookkeeping program reads them. */
export function PostingPanel({ record }: { record: ExportRecord }) {
  return (
    <Panel label="Posting file">
      <div className={styles.head}>
        <h2>Posting file</h2>
        {may('posting-layouts:write') && <Link to={paths.postingLayouts}>Posting layouts</Link>}
      </div>
      {record.state !== 'closed' && <Alert kind="info">{againTexts[record.state]}</Alert>}
      <Loaded query={useQuery(postingLayoutsQuery)} what="The posting layouts">
        {(layouts) => <PostingFile record={record} layouts={layouts} />}
      </Loaded>
      <ControlTotals postings={record.postings} />
    </Panel>
  );
}

/** A file of such an export may post entries twice. */
const againTexts: Readonly<Record<Exclude<ExportRecord['state'], 'closed'>, string>> = {
  copy: 'A copy locks nothing: a closing exports its entries too. Post only one of the files.',
  reopened:
    'This export was reopened: a later closing exports its entries again. Do not post both.',
};

type Props = { record: ExportRecord; layouts: readonly PostingLayout[] };

function PostingFile({ record, layouts }: Props) {
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState(params.get('layout'));
  const [isOpen, setOpen] = useState(false);
  const layout = layouts.find(({ _id }) => _id === chosen) ?? lastLayout(record, layouts);
  const posting = useActionBy((id: string) => downloadPostingFile(record._id, id), {
    changes: ['exports'],
    onDone: saveFile,
    onError: (error) => {
      if (missingSettings(error) && may('posting-layouts:write')) setOpen(true);
    },
  });
  if (layout === undefined) return null;
  const missing = missingSettings(posting.error);
  return (
    <>
      <LayoutField
        layouts={layouts}
        value={layout._id}
        isDisabled={isOpen}
        onChange={(id) => {
          setChosen(id);
          posting.reset();
        }}
      />
      <RejectedRows error={posting.error} />
      {isOpen ? (
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          <PostingSettingsForm
            layout={layout}
            missing={missing ?? {}}
            onSaved={() => {
              setOpen(false);
              if (missing) posting.run(layout._id);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <PostingButtons
          isBusy={posting.isPending}
          onDownload={() => posting.run(layout._id)}
          onSettings={() => setOpen(true)}
        />
      )}
    </>
  );
}

type ButtonProps = { isBusy: boolean; onDownload: () => void; onSettings: () => void };

function PostingButtons({ isBusy, onDownload, onSettings }: ButtonProps) {
  return (
    <div className={styles.row}>
      <Button variant="outline" isOnce isBusy={isBusy} onClick={onDownload}>
        <DownloadIcon />
        Download posting file
      </Button>
      {may('posting-layouts:write') && (
        <Button variant="quiet" isPaused={isBusy} onClick={onSettings}>
          Settings
        </Button>
      )}
    </div>
  );
}

/** The one of the last file of this export, otherwise the first. */
function lastLayout({ postings }: ExportRecord, layouts: readonly PostingLayout[]) {
  return layouts.find(({ _id }) => _id === postings[0]?.layout) ?? layouts[0];
}

/** The total of each posting file of an export, to compare with the bookkeeping program. */
function ControlTotals({ postings }: { postings: readonly PostingTotal[] }) {
  if (postings.length === 0) return null;
  return (
    <div>
      <h3>Control totals</h3>
      <ul className={styles.totals} aria-label="Control totals">
        {postings.map((posting) => (
          <li key={posting.layout}>
            <strong>{posting.name}</strong>: {countOf(posting.rows, 'line', 'lines')},{' '}
            {formatRand(toCentsTotal(posting.sum))}
            {posting.vat !== undefined && ` with ${formatRand(toCentsTotal(posting.vat))} VAT`}{' '}
            <small>
              {posting.by.name}, {formatMoment(posting.createdAt)}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
