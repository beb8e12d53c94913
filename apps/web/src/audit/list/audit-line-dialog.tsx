import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { auditActor } from '@recoup/contract/audit/sentences';
import { Fragment, type ReactNode } from 'react';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatMoment } from '../../ui/lib/moment.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import styles from './audit.module.css';
import { rowsText } from './audit-texts.ts';

type Props = { line: AuditLine; isOfAll: boolean; onClose: () => void };

/** A line with all that is known: before and after, and the ways to what belongs to it. */
export function AuditLineDialog({ line, isOfAll, onClose }: Props) {
  return (
    <Dialog title={line.sentence} isOpen size="large" onClose={onClose}>
      <Facts line={line} isOfAll={isOfAll} />
      {line.changes.length > 0 && <Changes changes={line.changes} />}
      <Ways line={line} onClose={onClose} />
    </Dialog>
  );
}

function Facts({ line, isOfAll }: Omit<Props, 'onClose'>) {
  const { at, firm, subject, outcome, address, agent, requestId, hash } = line;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Time', formatMoment(at)],
    ['Who', auditActor(line)],
    ['On', subject?.label],
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
          <tr role="row" key={field}>
            <th role="rowheader" scope="row">
              {field}
            </th>
            <td role="cell" data-label="Before">
              {before ?? '–'}
            </td>
            <td role="cell" data-label="After">
              {after ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Links to the list, each filtered by one value of the line. */
function Ways({ line, onClose }: Pick<Props, 'line' | 'onClose'>) {
  const { session, subject, actor, address, action } = line;
  const ways = [
    { label: 'Everything of this session', name: 'session', value: session },
    { label: 'Everything about this record', name: 'subject', value: subject?._id },
    { label: 'Everything of this person', name: 'actor', value: actor?._id },
    { label: 'Everything from this address', name: 'address', value: address },
    { label: 'Every line of this action', name: 'action', value: action },
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
              to={{ search: new URLSearchParams({ [name]: value }).toString() }}
              onClick={onClose}
            >
              {label}
            </ButtonLink>
          ),
      )}
    </div>
  );
}
