import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatMoment } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import styles from '../exports.module.css';
import { type CheckedPart, packSummary, type PackVerification } from './verify-pack.ts';

/** The result of verifying a taxation pack, or a part of one. */
export function PackReport({ result }: { result: PackVerification }) {
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
