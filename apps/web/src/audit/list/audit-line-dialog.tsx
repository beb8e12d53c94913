import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { auditActor } from '@recoup/contract/audit/sentences';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatMoment } from '../../ui/lib/moment.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import { partsQuery } from '../audit.queries.ts';
import styles from './audit.module.css';
import { rowsText, withPlainDays } from './audit-texts.ts';

type Props = { line: AuditLine; isOfAll: boolean; onClose: () => void };

/** A line with all that is known: before and after, and the ways to what belongs to it. */
export function AuditLineDialog({ line, isOfAll, onClose }: Props) {
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
