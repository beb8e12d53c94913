import { useState } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { type Verification, verifyFile } from './verify-file.ts';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { formatCount, formatMinutes } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import styles from '../exports.module.css';
import type { DifferingCall, LinesCheck } from './check-lines.ts';
import type { Difference } from './nearest-export.ts';
import { verdicts, verdictTexts, verificationSummary } from './verification-texts.ts';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { type CheckedPart, packSummary, type PackVerification } from './verify-pack.ts';

const maxBytes = 100_000_000;
/** A taxation pack may hold many vouchers. */
const maxZipBytes = 550_000_000;

/** Whether a file is what an export wrote, and what its calls should cost; or a taxation pack. */
export function VerifyPage() {
  const [file, setFile] = useState<File | null>(null);
  const [rejected, setRejected] = useState<string>();
  const verify = useOneMutation({ mutationFn: (picked: File) => verifyFile(picked) });
  const pick = (picked: File | null) => {
    setFile(picked);
    setRejected(undefined);
    verify.reset();
    if (picked === null) return;
    const isZip = picked.name.toLowerCase().endsWith('.zip');
    const most = isZip ? maxZipBytes : maxBytes;
    if (picked.size > most) setRejected(`The file is larger than ${most / 1_000_000} MB.`);
    else verify.mutate(picked);
  };
  return (
    <PageFrame
      title="Verify a file"
      intro="Compares a file with the ledger of exports and packs. It does not leave this device."
    >
      <Panel label="File" isBusy={verify.isPending}>
        <FilePicker
          label="Export file"
          hint="CSV, XLSX or PDF; a taxation pack, or a part of one"
          atMost="100 MB"
          file={file}
          onPick={pick}
          onReject={setRejected}
          error={rejected}
        />
        <output>{verify.isPending ? 'Computing hash, sum and prices …' : ''}</output>
        {verify.isError && <Alert kind="error">{verify.error.message}</Alert>}
      </Panel>
      {verify.data && 'pack' in verify.data && <PackReport result={verify.data.pack} />}
      {verify.data && 'export' in verify.data && <VerificationReport result={verify.data.export} />}
    </PageFrame>
  );
}

/** The result of verifying a file. */
function VerificationReport({ result }: { result: Verification }) {
  const { exported, check, differences, sha256, name } = result;
  const { tone, text } = verificationSummary(result);
  return (
    <>
      <Panel label="Result">
        <h2>{name}</h2>
        <Alert kind={tone}>{text}</Alert>
        <dl className={styles.facts}>
          {exported && (
            <Fact title={result.unchangedBy === undefined ? 'Nearest' : 'Export'}>
              <Link to={paths.export({ exportId: exported._id })}>Export {exported.number}</Link>
              {', '}
              {formatMoment(exported.createdAt)}, {exported.by.name}
            </Fact>
          )}
          {check && <Sums check={check} result={result} />}
          <div className={styles.hash}>
            <dt>SHA-256</dt>
            <dd>{sha256}</dd>
          </div>
        </dl>
        {differences.length > 0 && (
          <Table label="Differences" columns={differenceColumns} rows={differences} />
        )}
      </Panel>
      {check && <Prices check={check} />}
    </>
  );
}

function Sums({ check, result }: { check: LinesCheck; result: Verification }) {
  const { exported } = result;
  const isRows = exported?.rows === check.rows;
  const isSum = exported !== undefined && toCentsTotal(exported.sum) === check.cents;
  return (
    <>
      <Fact title="Rows">
        {formatCount(check.rows)}
        {exported &&
          (isRows ? ', as in the ledger' : `; the ledger has ${formatCount(exported.rows)}`)}
      </Fact>
      <Fact title="Total">
        {formatRand(check.cents)}
        {exported &&
          (isSum
            ? ', as in the ledger'
            : `; the ledger has ${formatRand(toCentsTotal(exported.sum))}`)}
      </Fact>
      {check.unreadable.length > 0 && (
        <Fact title="Amounts that are none">Line {check.unreadable.slice(0, 10).join(', ')}</Fact>
      )}
    </>
  );
}

function Prices({ check: { calls, differing } }: { check: LinesCheck }) {
  const shown = verdicts.filter((verdict) => calls[verdict] > 0);
  return (
    <Panel label="Prices of calls">
      <h2>Prices of calls</h2>
      {calls.differs > 0 && (
        <Alert kind="error">
          {formatCount(calls.differs)} {calls.differs === 1 ? 'call costs' : 'calls cost'} another
          price than the fees of their day make.
        </Alert>
      )}
      {shown.length === 0 && <p>The file has no calls.</p>}
      <ul>
        {shown.map((verdict) => (
          <li key={verdict}>
            <strong>{formatCount(calls[verdict])}</strong> {verdictTexts[verdict]}
          </li>
        ))}
      </ul>
      {differing.length > 0 && (
        <Table label="Differing prices" columns={callColumns} rows={differing.slice(0, 100)} />
      )}
    </Panel>
  );
}

type TableProps<Row> = { label: string; columns: readonly Column<Row>[]; rows: readonly Row[] };

function Table<Row extends { line: number }>({ label, columns, rows }: TableProps<Row>) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rowKey={(row) => `${row.line} ${rows.indexOf(row)}`}
      view={{ page: 1, size: 100, search: '', sort: undefined }}
      rows={rows}
      isStale={false}
      maxHeight={420}
      onSort={() => undefined}
    />
  );
}

const differenceColumns: readonly Column<Difference>[] = [
  { key: 'line', title: 'Line', isTitle: true, cell: ({ line }) => `Line ${line}` },
  { key: 'column', title: 'Column', cell: ({ column }) => column },
  { key: 'expected', title: 'In Recoup', cell: ({ expected }) => expected ?? 'no such line' },
  { key: 'found', title: 'In the file', cell: ({ found }) => found ?? 'no such line' },
];

const callColumns: readonly Column<DifferingCall>[] = [
  { key: 'line', title: 'Line', isTitle: true, cell: ({ line }) => `Line ${line}` },
  { key: 'attorney', title: 'Attorney', cell: ({ attorney }) => attorney },
  { key: 'type', title: 'Type', cell: ({ type }) => type },
  { key: 'minutes', title: 'Length', cell: ({ minutes }) => formatMinutes(minutes) },
  { key: 'found', title: 'In the file', align: 'end', cell: ({ cents }) => formatRand(cents) },
  {
    key: 'expected',
    title: 'By the fees',
    align: 'end',
    cell: ({ expected }) => formatRand(expected),
  },
];

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The result of verifying a taxation pack, or a part of one. */
function PackReport({ result }: { result: PackVerification }) {
  const { name, sha256, pack, parts } = result;
  const { tone, text } = packSummary(result);
  return (
    <Panel label="Result">
      <h2>{name}</h2>
      <Alert kind={tone}>{text}</Alert>
      <dl className={styles.facts}>
        {pack && (
          <div>
            <dt>Taxation pack</dt>
            <dd>
              <Link to={paths.taxationPacks({ matter: pack.matter._id })}>
                {pack.matter.number}
              </Link>
              {', '}
              {formatMoment(pack.createdAt)}, {pack.by.name}
            </dd>
          </div>
        )}
        <div className={styles.hash}>
          <dt>SHA-256</dt>
          <dd>{sha256}</dd>
        </div>
      </dl>
      {parts.length > 0 && (
        <DataTable
          label="Parts"
          columns={columns}
          rowKey={(part) => part.name}
          view={{ page: 1, size: 100, search: '', sort: undefined }}
          rows={parts}
          isStale={false}
          onSort={() => undefined}
        />
      )}
    </Panel>
  );
}

const states = {
  unchanged: { label: 'Unchanged', tone: 'good' },
  differs: { label: 'Differs', tone: 'bad' },
  missing: { label: 'Missing', tone: 'bad' },
  added: { label: 'Not in the pack', tone: 'bad' },
} as const;

const columns: readonly Column<CheckedPart>[] = [
  { key: 'name', title: 'Part', isTitle: true, cell: ({ name }) => name },
  { key: 'state', title: 'State', cell: ({ state }) => <StatusDot {...states[state]} /> },
];
