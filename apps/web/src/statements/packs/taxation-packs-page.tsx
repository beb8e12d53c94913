import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatRand, toCents, toCentsTotal } from '@recoup/contract/core/money';
import {
  packEndpoints,
  type PackPreview,
  type TaxationPack,
} from '@recoup/contract/statements/pack-endpoints';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useActionBy } from '../../platform/api/use-action.ts';
import { paths } from '../../platform/browser/paths.ts';
import { usePeriodChoice } from '../../platform/filters/filter-fields.tsx';
import {
  choiceFilter,
  filterQuery,
  type FilterValues,
  type ListFilters,
  periodFilters,
  recordFilter,
  useFilters,
} from '../../platform/filters/filters.ts';
import { isBackwards } from '../../platform/filters/period.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { may } from '../../platform/session/may.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { DownloadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { DayRange } from '../../ui/form/day-range.tsx';
import { SelectField } from '../../ui/form/fields.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { countOf, formatBytes, formatCount, formatDate } from '../../ui/lib/format.ts';
import { MomentCell } from '../../ui/list/moment-cell.tsx';
import { saveFile } from '../../ui/lib/save-file.ts';
import type { Column } from '../../ui/list/column.ts';
import { DataList } from '../../ui/list/data-list.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import styles from '../statements.module.css';
import { send, sendDryRun } from '../../platform/api/api-client.ts';
import { download, type Received } from '../../platform/api/api-download.ts';
import { read, subjectKey } from '../../platform/api/read.ts';
import { finishUndoable } from '../../ui/feedback/undo.ts';
import type { ListView } from '../../ui/list/list-view.ts';

const PackSettingsDialog = lazyPart(
  async () => ({ default: (await import('./pack-settings-dialog.tsx')).PackSettingsDialog }),
  ({ onClose }) => onClose,
);

/** Packs with which bills of costs are taxed: of a matter, or the ledger of all. */
export function TaxationPacksPage() {
  const filters = useFilters(packFilters);
  const { matter } = filters.values;
  const [isSetting, setSetting] = useState(false);
  return (
    <PageFrame
      title="Taxation packs"
      intro="The locked lines of a matter with each voucher and each call, in one ZIP."
      actions={
        may('firm-settings:write') && (
          <Button variant="outline" onClick={() => setSetting(true)}>
            Titles and order
          </Button>
        )
      }
    >
      {matter !== '' && <NewPack filters={filters} />}
      <Panel>
        <h2>Packs</h2>
        <DataList
          label="Packs"
          isSearchable={false}
          columns={packColumns}
          rowKey={({ _id }) => _id}
          query={(view) => packsQuery(matter, view)}
          defaults={{ size: 10 }}
          empty={
            <EmptyState
              title="No packs yet."
              action={matter === '' && <ButtonLink to={paths.matters}>Matters</ButtonLink>}
            >
              {matter === ''
                ? 'Choose a matter from the list; its statement leads to its pack.'
                : 'Each pack is kept here with its hash.'}
            </EmptyState>
          }
        />
      </Panel>
      {isSetting && (
        <Suspense>
          <PackSettingsDialog onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </PageFrame>
  );
}

function NewPack({ filters }: { filters: PackFilters }) {
  const view = filters.values;
  const preview = useQuery(packPreviewQuery(view));
  const { isDays, days, onChoose, ...months } = usePeriodChoice(view, filters.change);
  const make = useActionBy(makePack, { changes: ['statements'], done: 'The pack is being made.' });
  const isRefused = preview.error instanceof ApiError && preview.error.status < 500;
  return (
    <Panel label="New pack" isBusy={preview.isLoading}>
      <h2>New pack</h2>
      {make.isError && <Alert kind="error">{make.error.message}</Alert>}
      <div className={styles.filters}>
        <SelectField
          label="Period"
          {...months}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        />
        {isDays && <DayRange {...days} />}
      </div>
      <CheckboxField
        label="Hide the last four digits of others’ numbers"
        checked={view.masked === 'true'}
        onChange={({ currentTarget: { checked } }) =>
          filters.change({ masked: checked ? 'true' : '' })
        }
      />
      {isRefused && <Alert kind="info">{preview.error?.message}</Alert>}
      {!isRefused && <NotLoaded what="The contents of the pack" of={preview} />}
      {preview.data && !isRefused && <Contents preview={preview.data} view={view} />}
      <div className={styles.row}>
        <Button
          isBusy={make.isPending}
          disabled={!preview.data || isRefused || isBackwards(view)}
          onClick={() => make.run(view)}
        >
          Make pack
        </Button>
      </div>
    </Panel>
  );
}

type ContentsProps = { preview: PackPreview; view: PackView };
type Item = PackPreview['items'][number];
const shownMissing = 100;

/** The sums of the pack, and what it lacks. */
function Contents({ preview, view }: ContentsProps) {
  const { items, pages, sum, withoutVoucher, unlocked, leftOut } = preview;
  const missing = items.filter(({ isVoucherMissing }) => isVoucherMissing);
  return (
    <>
      <output className={styles.total}>
        {countOf(items.length, 'item', 'items')}, {formatRand(toCentsTotal(sum))}
        <small>{countOf(pages, 'page', 'pages')} of vouchers with their index</small>
      </output>
      {unlocked > 0 && (
        <Alert kind="info">
          {countOf(unlocked, 'line', 'lines')} of these days are not in a closed export, and not in
          the pack. <Link to={paths.entriesBy({ matter: view.matter })}>Entries</Link>
        </Alert>
      )}
      {leftOut.length > 0 && (
        <p>{countOf(leftOut.length, 'line', 'lines')} left out, because they were taken back.</p>
      )}
      {withoutVoucher === 0 ? (
        <p>Each disbursement has the file of its voucher.</p>
      ) : (
        <section className={styles.section} aria-label="Without a voucher">
          <h3>{countOf(withoutVoucher, 'disbursement', 'disbursements')} without a voucher</h3>
          <DataTable
            label="Without a voucher"
            columns={missingColumns(view.matter)}
            rowKey={({ entry }) => entry}
            view={{ page: 1, size: 100, search: '', sort: undefined }}
            rows={missing.slice(0, shownMissing)}
            isStale={false}
            maxHeight={320}
            onSort={() => undefined}
          />
          {withoutVoucher > shownMissing && <p>The first {shownMissing} are shown.</p>}
        </section>
      )}
    </>
  );
}

function missingColumns(matter: string): readonly Column<Item>[] {
  return [
    { key: 'n', title: 'Item', isTitle: true, cell: ({ n }) => `Item ${n}` },
    {
      key: 'date',
      title: 'Date',
      noWrap: true,
      cell: ({ date }) => (
        <Link to={paths.entriesBy({ matter, from: date, to: date })}>{formatDate(date)}</Link>
      ),
    },
    { key: 'particulars', title: 'Particulars', cell: ({ particulars }) => particulars },
    {
      key: 'amount',
      title: 'Amount',
      align: 'end',
      cell: ({ amount }) => formatRand(toCents(amount)),
    },
  ];
}

const packColumns: readonly Column<TaxationPack>[] = [
  {
    key: 'matter',
    title: 'Matter',
    isTitle: true,
    cell: ({ matter }) => (
      <Link to={paths.taxationPacks({ matter: matter._id })}>{matter.number}</Link>
    ),
  },
  { key: 'when', title: 'When', cell: ({ createdAt }) => <MomentCell at={createdAt} /> },
  { key: 'by', title: 'By', cell: ({ by }) => by.name },
  { key: 'period', title: 'Period', noWrap: true, cell: periodText },
  { key: 'items', title: 'Items', align: 'end', cell: ({ items }) => formatCount(items) },
  { key: 'pages', title: 'Pages', align: 'end', cell: ({ pages }) => formatCount(pages) },
  {
    key: 'sum',
    title: 'Total',
    align: 'end',
    cell: ({ sum }) => formatRand(toCentsTotal(sum)),
  },
  { key: 'state', title: 'State', cell: (pack) => <State pack={pack} /> },
  { key: 'file', title: 'File', isAction: true, cell: (pack) => <Download pack={pack} /> },
];

function periodText({ from, to }: TaxationPack): string {
  if (from === null && to === null) return 'Everything';
  if (from === null) return `up to ${formatDate(to ?? '')}`;
  return to === null ? `from ${formatDate(from)}` : `${formatDate(from)} – ${formatDate(to)}`;
}

function State({ pack: { state, progress, reason, sha256 } }: { pack: TaxationPack }) {
  if (state === 'making')
    return (
      <>
        <progress max={100} value={progress} aria-label="Progress of the pack" />
        <span className={styles.below}>{progress} %</span>
      </>
    );
  if (state === 'failed')
    return (
      <>
        <StatusDot label="Failed" tone="bad" />
        <span className={styles.below}>{reason}</span>
      </>
    );
  return (
    <>
      <StatusDot label="Ready" tone="good" />
      <span className={styles.below} title={sha256 ?? ''}>
        SHA-256 {sha256?.slice(0, 12)}…
      </span>
    </>
  );
}

function Download({ pack }: { pack: TaxationPack }) {
  const file = useActionBy(downloadPack, { onDone: saveFile });
  if (pack.state !== 'ready') return null;
  if (!pack.isKept) return <NotKept pack={pack} />;
  return (
    <>
      <Button
        variant="outline"
        aria-label={`Download the pack of ${pack.matter.number}`}
        isBusy={file.isPending}
        onClick={() => file.run(pack)}
      >
        <DownloadIcon />
        {formatBytes(pack.bytes ?? 0)}
      </Button>
      {file.isError && <Alert kind="error">{file.error.message}</Alert>}
    </>
  );
}

/** The same lines give the same file. */
function NotKept({ pack: { matter, from, to, masksNumbers } }: { pack: TaxationPack }) {
  const same = {
    matter: matter._id,
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(masksNumbers && { masked: 'true' }),
  };
  return <Link to={paths.taxationPacks(same)}>Make it again</Link>;
}

/** The matter of a pack, its days, and `true` to hide the last digits of numbers. */
const packFilters = {
  ...periodFilters,
  matter: recordFilter,
  masked: { ...choiceFilter(['true']), keepsPage: true },
};
type PackFilters = ListFilters<typeof packFilters>;
type PackView = FilterValues<typeof packFilters>;

/** The contents of a pack that would be made now. Its key is below the entries. */
function packPreviewQuery(view: PackView) {
  const { matter, masked: _, ...days } = view;
  const input = { params: { id: matter }, body: { ...filterQuery(days), dryRun: true } };
  return queryOptions({
    queryKey: [...subjectKey('statements'), 'pack', matter, days] as const,
    queryFn: async ({ signal }) => {
      // An entry that was announced as deleted must not be counted.
      await finishUndoable();
      return (await sendDryRun(packEndpoints.createTaxationPack, input, { signal })).data;
    },
    enabled: matter !== '' && !isBackwards(view),
    staleTime: 0,
  });
}

async function makePack({ matter, masked, ...days }: PackView) {
  await finishUndoable();
  const body = { ...filterQuery(days), masksNumbers: masked === 'true' };
  return send(packEndpoints.createTaxationPack, { params: { id: matter }, body });
}

const whileMaking = 1_500;

/** A page of the ledger, of a matter or of all; read again while a pack is being made. */
function packsQuery(matter: string, { page, size }: Pick<ListView, 'page' | 'size'>) {
  const query = { page, itemsPerPage: size, ...(matter !== '' && { matter }) };
  const options = { staleTime: 0, beginsWithLast: true };
  return queryOptions({
    ...read(packEndpoints.listTaxationPacks, { query }, options),
    refetchInterval: ({ state }) =>
      state.data?.data.some((pack) => pack.state === 'making') === true ? whileMaking : false,
  });
}

async function downloadPack({ _id }: TaxationPack): Promise<Received> {
  const input = { params: { id: _id } };
  return download(packEndpoints.getTaxationPackFile, input, { accept: 'application/zip' });
}
