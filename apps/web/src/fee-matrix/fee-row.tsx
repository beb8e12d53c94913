import { may } from '../platform/session/may.ts';
import { userStatus } from '@recoup/contract/core/access';
import { Fragment, memo } from 'react';
import { Tag } from '../ui/feedback/tag.tsx';
import { cx } from '../ui/lib/class-names.ts';
import { type FeeCell, type FeeColumn, type FeeLine, statusNames } from './fee-matrix.ts';
import styles from './fee-table.module.css';

type Props = {
  line: FeeLine;
  columns: readonly FeeColumn[];
  row: number;
  /** The column that Tab reaches, if it is in this row. */
  active: number | undefined;
  onOpen: (attorneyId: string, typeId: string) => void;
  onAnnexure: (attorneyId: string) => void;
};

/** Memoized: an arrow key redraws two of up to two hundred rows. */
export const FeeRow = memo(function Row({ line, columns, row, active, ...on }: Props) {
  const { _id, name, status } = line.attorney;
  const focusProps = (column: number) => ({
    'data-cell': `${row} ${column}`,
    tabIndex: active === column ? 0 : -1,
  });
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <div>
          <span className={styles.name}>
            {name}
            {status !== userStatus.active && <Tag>{statusNames[status]}</Tag>}
          </span>
          <button
            type="button"
            className={styles.annexure}
            aria-label={`Fee annexure of ${name} (PDF)`}
            onClick={() => on.onAnnexure(_id)}
            {...focusProps(0)}
          >
            PDF
          </button>
        </div>
      </th>
      {columns.map((column, index) => (
        <Cell
          key={column._id}
          cell={line.cells[index]}
          name={`${name}, ${column.title}`}
          title={column.title}
          focus={focusProps(index + 1)}
          onOpen={() => on.onOpen(_id, column._id)}
        />
      ))}
    </tr>
  );
});

type CellProps = {
  cell: FeeCell | undefined;
  name: string;
  title: string;
  focus: { 'data-cell': string; tabIndex: number };
  onOpen: () => void;
};

function Cell({ cell, name, title, focus, onOpen }: CellProps) {
  if (!cell) return null;
  const { text, tone, marks, isOpen } = cell;
  if (!isOpen || !may('call-fees:write'))
    return (
      <td role="gridcell" data-label={title} className={styles.read} {...focus}>
        <div className={styles[tone]}>
          <Prices text={text} marks={marks} />
        </div>
      </td>
    );
  return (
    <td role="gridcell" data-label={title}>
      <button
        type="button"
        className={cx(styles.cell, styles[tone])}
        aria-label={[`${name}: ${text}`, ...marks].join(' ')}
        onClick={onOpen}
        {...focus}
      >
        <Prices text={text} marks={marks} />
      </button>
    </td>
  );
}

function Prices({ text, marks }: Pick<FeeCell, 'text' | 'marks'>) {
  return (
    <>
      <span>
        {text.split(' · ').map((part, index, { length }) => (
          <Fragment key={part}>
            <span className={styles.part}>{index < length - 1 ? `${part} ·` : part}</span>{' '}
          </Fragment>
        ))}
      </span>
      {marks.map((mark) => (
        <span key={mark} className={styles.mark}>
          {` ${mark}`}
        </span>
      ))}
    </>
  );
}
