import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { auditActor } from '@recoup/contract/audit/sentences';
import { Tag } from '../../ui/feedback/tag.tsx';
import { formatMoment, momentCell } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import { RowAction } from '../../ui/list/row-action.tsx';
import styles from './audit.module.css';
import { requestOrigin } from './audit-words.ts';

type Options = { onOpen: (line: AuditLine) => void; isOfAll: boolean };

/** Time, who, what, on what and from where; the firm too where there are several. */
export function auditColumns({ onOpen, isOfAll }: Options): readonly Column<AuditLine>[] {
  return [
    { key: 'at', title: 'Time', cell: ({ at }) => momentCell(at) },
    { key: 'actor', title: 'Who', cell: auditActor },
    { key: 'what', title: 'What', isTitle: true, cell: (line) => <What line={line} /> },
    { key: 'subject', title: 'On', isOptional: true, cell: ({ subject }) => subject?.label },
    ...(isOfAll ? [{ key: 'firm', title: 'Firm', isOptional: true, cell: firmName } as const] : []),
    { key: 'from', title: 'From', isOptional: true, cell: (line) => <From line={line} /> },
    {
      key: 'action',
      title: 'Action',
      isAction: true,
      cell: (line) => (
        <RowAction
          isOpener
          label={`Details: ${line.sentence}, ${formatMoment(line.at)}`}
          onClick={() => onOpen(line)}
        >
          Details
        </RowAction>
      ),
    },
  ];
}

function firmName({ firm }: AuditLine): string | undefined {
  return firm?.name;
}

function What({ line }: { line: AuditLine }) {
  return (
    <>
      {line.sentence} {line.outcome === 'refused' && <Tag>Refused</Tag>}
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
