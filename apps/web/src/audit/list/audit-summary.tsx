import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { periodText } from '../../entries/lists/entry-period.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { formatCount } from '../../ui/lib/format.ts';
import { saveFile } from '../../ui/lib/save-file.ts';
import { type FilterChip, FilterChips } from '../../ui/list/filter-chips.tsx';
import { readView } from '../../ui/list/list-view.ts';
import { auditDefaults, auditQuery, downloadAudit } from '../audit.queries.ts';
import styles from './audit.module.css';
import { actionName } from './audit-words.ts';
import { type AuditFilters, filterNames, noFilters, useChangeFilters } from './audit-view.ts';

/** How many lines match, what narrows them, and their file. */
export function AuditSummary({ filters }: { filters: AuditFilters }) {
  const view = readView(useSearchParams()[0], auditDefaults);
  const { data } = useQuery(auditQuery(filters, view));
  const change = useChangeFilters();
  const file = useOneMutation({
    mutationFn: () => downloadAudit(filters, view),
    onSuccess: (content) =>
      saveFile({ name: 'audit.csv', type: 'text/csv;charset=utf-8', content }),
  });
  return (
    <>
      <div className={styles.summary} tabIndex={-1}>
        <output className={styles.count}>{data ? countText(data) : '\u00A0'}</output>
        <FilterChips
          chips={useChips(filters, data?.data[0])}
          onClear={() => change({ ...noFilters, search: '' })}
        />
        <Button
          variant="quiet"
          aria-label="Download CSV"
          title="Download CSV"
          isBusy={file.isPending}
          onClick={() => file.mutate()}
        >
          <DownloadIcon />
          CSV
        </Button>
      </div>
      {file.isError && <Alert kind="error">{file.error.message}</Alert>}
    </>
  );
}

type Counted = { count: number; isCountExact?: boolean | undefined };

function countText({ count, isCountExact = true }: Counted): string {
  if (!isCountExact) return `${formatCount(count)}+ lines`;
  return `${formatCount(count)} ${count === 1 ? 'line' : 'lines'}`;
}

/** Named by the first line that matches, which is about the same. */
function useChips(filters: AuditFilters, first: AuditLine | undefined): FilterChip[] {
  const change = useChangeFilters();
  const chips = filterNames
    .filter((name) => !isDay(name) && filters[name] !== '')
    .map((name) => ({
      key: name,
      text: chipText(name, filters[name], first),
      onRemove: () => change({ [name]: '' }),
    }));
  const text = periodText(filters);
  if (text === '') return chips;
  return [
    ...chips,
    { key: 'period', text, onRemove: () => change({ period: '', from: '', to: '' }) },
  ];
}

type Name = (typeof filterNames)[number];

function isDay(name: Name): boolean {
  return ['period', 'from', 'to'].includes(name);
}

function chipText(name: Name, value: string, first: AuditLine | undefined): string {
  if (name === 'action') return `Action: ${actionName(value)}`;
  if (name === 'session') return 'One session';
  if (name === 'address') return `From ${value}`;
  if (name === 'subject') return `About ${knownName(value, first?.subject, 'one record')}`;
  if (name === 'actor') return `By ${knownName(value, first?.actor, 'one person')}`;
  return `Firm: ${knownName(value, first?.firm, '…')}`;
}

type Named = { _id: string; name?: string; label?: string | null } | null | undefined;

function knownName(id: string, known: Named, unknown: string): string {
  return (known?._id === id ? (known.label ?? known.name) : undefined) ?? unknown;
}
