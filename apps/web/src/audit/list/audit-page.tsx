import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { role } from '@recoup/contract/core/access';
import { auditActionName, auditActor } from '@recoup/contract/audit/sentences';
import { auditGroups } from '@recoup/contract/audit/actions';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import {
  auditDefaults,
  auditFilters,
  type AuditFilters,
  type AuditFilterValues,
  auditQuery,
  downloadAudit,
  partsQuery,
} from '../audit.queries.ts';
import { useFilters } from '../../platform/filters/filters.ts';
import { incidentPath } from '../incident/incident-view.ts';
import { AuditFilterFields } from './audit-filters.tsx';
import { Tag } from '../../ui/feedback/tag.tsx';
import { formatMoment } from '../../ui/lib/moment.ts';
import { MomentCell } from '../../ui/list/moment-cell.tsx';
import type { Column } from '../../ui/list/column.ts';
import { RowAction } from '../../ui/list/row-action.tsx';
import styles from './audit.module.css';
import { requestOrigin, rowsText, withPlainDays } from './audit-texts.ts';
import { periodText } from '../../platform/filters/period.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import { saveCsv } from '../../ui/lib/save-file.ts';
import { FilterChips } from '../../ui/list/filter-chips.tsx';
import { readView } from '../../ui/list/list-view.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import shared from '../../ui/layout/shared.module.css';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';

const intro = 'Who did what, when and from where. No line can be changed or removed.';

/** The audit log of the firm; for a system admin that of all firms. */
export function AuditPage() {
  const [open, setOpen] = useState<AuditLine>();
  const filters = useFilters(auditFilters);
  const user = useQuery(currentUserQuery).data;
  const isOfAll = user?.role === role.systemAdmin;
  return (
    <PageFrame
      title="Audit"
      intro={intro}
      actions={
        filters.isFiltered && (
          <ButtonLink variant="outline" to={incidentPath(filters.values, isOfAll)}>
            Incident pack of these lines
          </ButtonLink>
        )
      }
    >
      <Panel label="What happened" isTight>
        <DataList
          label="Audit log"
          searchLabel="Search the audit log"
          filters={<AuditFilterFields filters={filters} isOfAll={isOfAll} />}
          summary={<AuditSummary filters={filters} />}
          columns={auditColumns({ onOpen: setOpen, isOfAll })}
          rowKey={({ _id }) => _id}
          query={(view) => auditQuery(filters.values, view)}
          defaults={auditDefaults}
          empty={<NoLines isFiltered={filters.isFiltered} />}
        />
      </Panel>
      {open !== undefined && (
        <AuditLineDialog line={open} isOfAll={isOfAll} onClose={() => setOpen(undefined)} />
      )}
    </PageFrame>
  );
}

function NoLines({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No lines match.">Remove a filter or widen the dates.</EmptyState>
  ) : (
    <EmptyState title="Nothing is logged yet.">
      Each change, each file that leaves and each sign-in appears here.
    </EmptyState>
  );
}

type Options = { onOpen: (line: AuditLine) => void; isOfAll: boolean };

/** Time, who, what, on what and from where; the firm too where there are several. */
function auditColumns({ onOpen, isOfAll }: Options): readonly Column<AuditLine>[] {
  return [
    { key: 'at', title: 'Time', cell: ({ at }) => <MomentCell at={at} /> },
    { key: 'actor', title: 'Who', cell: auditActor },
    { key: 'what', title: 'What', isTitle: true, cell: (line) => <What line={line} /> },
    { key: 'subject', title: 'On', isOptional: true, cell: subjectName },
    ...(isOfAll ? [{ key: 'firm', title: 'Firm', isOptional: true, cell: firmName } as const] : []),
    { key: 'from', title: 'From', isOptional: true, cell: (line) => <From line={line} /> },
    {
      key: 'action',
      title: 'Action',
      isAction: true,
      cell: (line) => (
        <RowAction
          isOpener
          label={`Details: ${withPlainDays(line.sentence)}, ${formatMoment(line.at)}`}
          onClick={() => onOpen(line)}
        >
          Details
        </RowAction>
      ),
    },
  ];
}

function subjectName({ subject }: AuditLine): string {
  return withPlainDays(subject?.label ?? '');
}

function firmName({ firm }: AuditLine): string | undefined {
  return firm?.name;
}

function What({ line }: { line: AuditLine }) {
  return (
    <>
      {withPlainDays(line.sentence)} {line.outcome === 'refused' && <Tag>Refused</Tag>}
    </>
  );
}

function From({ line }: { line: AuditLine }) {
  const { address, device } = requestOrigin(line);
  return (
    <div>
      {address}
      {device !== '' && <small className={styles.below}>{device}</small>}
    </div>
  );
}

/** How many lines match, what narrows them, and their file. */
function AuditSummary({ filters }: { filters: AuditFilters }) {
  const view = readView(useSearchParams()[0], auditDefaults);
  const { data } = useQuery(auditQuery(filters.values, view));
  const file = useActionBy(() => downloadAudit(filters.values, view), {
    onDone: (content) => saveCsv('audit.csv', content),
  });
  return (
    <>
      <div className={styles.summary} tabIndex={-1}>
        <output className={styles.count}>{data ? countText(data) : '\u00A0'}</output>
        <FilterChips filters={filters} texts={filterTexts(filters.values, data?.data[0])} />
        <Button
          variant="quiet"
          aria-label="Download CSV"
          title="Download CSV"
          isBusy={file.isPending}
          onClick={() => file.run()}
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
function filterTexts(filters: AuditFilterValues, first: AuditLine | undefined) {
  const { firm, actor, subject, session, group, action, address, partsOf } = filters;
  return {
    firm: firm && `Firm: ${knownName(firm, first?.firm, '…')}`,
    actor: actor && `By ${knownName(actor, first?.actor, 'one person')}`,
    subject: subject && `About ${knownName(subject, first?.subject, 'one record')}`,
    session: session && 'One session',
    group: group && `Action: ${auditGroups[group].label}`,
    action: action && `Action: ${auditActionName(action)}`,
    address: address && `From ${address}`,
    partsOf: partsOf && 'One change of fees',
    period: periodText(filters),
  };
}

type Named = { _id: string; name?: string; label?: string | null } | null | undefined;

function knownName(id: string, known: Named, unknown: string): string {
  return (known?._id === id ? (known.label ?? known.name) : undefined) ?? unknown;
}

type Props = { line: AuditLine; isOfAll: boolean; onClose: () => void };

/** A line with all that is known: before and after, and the ways to what belongs to it. */
function AuditLineDialog({ line, isOfAll, onClose }: Props) {
  return (
    <Dialog title={withPlainDays(line.sentence)} isOpen size="large" onClose={onClose}>
      <Facts line={line} isOfAll={isOfAll} />
      {line.changes.length > 0 && <Changes changes={line.changes} />}
      {isFeeChange(line) && <Cells line={line} />}
      <Ways line={line} onClose={onClose} />
    </Dialog>
  );
}

function Facts({ line, isOfAll }: Omit<Props, 'onClose'>) {
  const { at, firm, subject, outcome, address, agent, requestId, hash } = line;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Time', formatMoment(at)],
    ['Who', auditActor(line)],
    ['On', withPlainDays(subject?.label ?? '')],
    ['Firm', isOfAll ? firm?.name : null],
    ['Outcome', outcome === 'refused' ? 'Refused' : 'Done'],
    ['Read or sent', rowsText(line.rows)],
    ['Address', address],
    ['Browser', agent],
    ['Action', line.action],
    ['Request', requestId],
    ['Hash of this line', <Hash key="hash" hash={hash} />],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** In groups, at which a narrow window breaks it; copied as it is. */
function Hash({ hash }: { hash: string }) {
  return (hash.match(/.{1,8}/g) ?? []).map((group, index) => (
    // The same group may come twice.
    <Fragment key={`${index} ${group}`}>
      {group}
      <wbr />
    </Fragment>
  ));
}

function Changes({ changes }: Pick<AuditLine, 'changes'>) {
  return (
    <table role="table" className={styles.changes} aria-label="Before and after">
      <PlainTableHead titles={['Field', 'Before', 'After']} />
      <tbody role="rowgroup">
        {changes.map(({ field, before, after }) => (
          <ChangeRow key={field} title={field} before={before} after={after} />
        ))}
      </tbody>
    </table>
  );
}

type ChangeRowProps = { title: string; before: string | null; after: string | null };

function ChangeRow({ title, before, after }: ChangeRowProps) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {withPlainDays(title)}
      </th>
      <td role="cell" data-label="Before">
        {withPlainDays(before ?? '–')}
      </td>
      <td role="cell" data-label="After">
        {withPlainDays(after ?? '–')}
      </td>
    </tr>
  );
}

/** One line stands for all attorneys whose fees were changed together, or changed back. */
function isFeeChange({ action }: AuditLine): boolean {
  return action === 'rate-change.created' || action === 'rate-change.undone';
}

/** The fees that were changed together, of the first hundred attorneys. */
function Cells({ line }: Pick<Props, 'line'>) {
  return (
    <Loaded query={useQuery(partsQuery(line._id))} what="The fees of this change">
      {({ data, count }) => (
        <>
          {data.length > 0 && (
            <table role="table" className={styles.changes} aria-label="Changed fees">
              <PlainTableHead titles={['Attorney and type', 'Before', 'After']} />
              <tbody role="rowgroup">{data.flatMap(cellRows)}</tbody>
            </table>
          )}
          {count > data.length && (
            <p>{`The list has all ${formatCount(count)} attorneys of this change.`}</p>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Lines of earlier versions name only the types. */
const typesOfEarlierLine = 'call fees replaced';

function cellRows({ _id, subject, changes }: AuditLine): ReactNode[] {
  return changes
    .filter(({ field, before }) => before !== null || field === typesOfEarlierLine)
    .map(({ field, before, after }) => (
      <ChangeRow
        key={`${_id} ${field}`}
        title={`${subject?.label ?? 'A former attorney'}, ${field}`}
        before={before}
        after={after}
      />
    ));
}

/** Links to the list, each filtered by one value of the line. */
function Ways({ line, onClose }: Pick<Props, 'line' | 'onClose'>) {
  const { _id, session, subject, actor, address, action } = line;
  const ways = [
    { label: 'Everything of this session', name: 'session', value: session },
    { label: 'Everything about this record', name: 'subject', value: subject?._id },
    { label: 'Everything of this person', name: 'actor', value: actor?._id },
    { label: 'Everything from this address', name: 'address', value: address },
    { label: 'Every line of this action', name: 'action', value: action },
    { label: 'Every attorney of this change', name: 'partsOf', value: isFeeChange(line) && _id },
  ] as const;
  return (
    <div className={shared.buttons}>
      {ways.map(
        ({ label, name, value }) =>
          value && (
            <ButtonLink
              key={name}
              variant="outline"
              size="small"
              to={{ search: waySearch(line, name, value) }}
              onClick={onClose}
            >
              {label}
            </ButtonLink>
          ),
      )}
    </div>
  );
}

/** Reads stay in the list behind a line that was one. */
function waySearch({ action }: AuditLine, name: string, value: string): string {
  const search = new URLSearchParams({ [name]: value });
  if (action === 'list.read') search.set('reads', 'shown');
  return search.toString();
}
