import { userStatus } from '@recoup/contract/core/access';
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react';
import { eachText } from '../call-fees/price-text.ts';
import { may } from '../platform/session/may.ts';
import { Tag } from '../ui/feedback/tag.tsx';
import { cx } from '../ui/lib/class-names.ts';
import { type FeeCell, type FeeColumn, type FeeLine, statusNames } from './fee-matrix.ts';
import styles from './fee-table.module.css';
import { useGrowingRows } from './growing-rows.ts';

export type FeeTableProps = {
  columns: readonly FeeColumn[];
  lines: readonly FeeLine[];
  /** The fees of another day are on their way. */
  isStale: boolean;
  onOpen: (attorneyId: string, typeId: string) => void;
  onAnnexure: (attorneyId: string) => void;
};

/**
 * A grid (https://www.w3.org/WAI/ARIA/apg/patterns/grid/) with one stop of Tab; on a phone a list.
 */
export const FeeTable = memo(function Table({ columns, lines, isStale, ...on }: FeeTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const drawn = useGrowingRows(lines);
  const isGrowing = drawn.length < lines.length;
  const size = useMemo(
    () => ({ rows: drawn.length, columns: columns.length + 1 }),
    [drawn.length, columns.length],
  );
  const { active, ...handlers } = useGridFocus(table, size);
  return (
    <div className={cx(styles.scroll, isGrowing && styles.growing)} data-printed-whole>
      <table
        ref={table}
        role="grid"
        aria-label="Fees"
        aria-busy={isStale || undefined}
        className={styles.table}
        {...handlers}
      >
        <Head columns={columns} />
        <tbody role="rowgroup">
          {drawn.map((line, row) => (
            <FeeRow
              key={line.attorney._id}
              {...{ line, columns, row, ...on }}
              active={active.row === row ? active.column : undefined}
            />
          ))}
        </tbody>
        {isGrowing && <WidestCells columns={columns} lines={lines} />}
      </table>
    </div>
  );
});

type WidestProps = Pick<FeeTableProps, 'columns' | 'lines'>;

/** Without height: columns are as wide as with the rows that follow. Memoized, while these come. */
const WidestCells = memo(function Widest({ columns, lines }: WidestProps) {
  return (
    <tbody aria-hidden="true" className={styles.widest}>
      <tr>
        {['attorney', ...columns.map(({ _id }) => _id)].map((key, index) => (
          <td key={key}>
            <div className={styles.cell}>
              {prices(widest(lines.flatMap(({ cells }) => cells[index - 1] ?? [])))}
            </div>
          </td>
        ))}
      </tr>
    </tbody>
  );
});

type Texts = Pick<FeeCell, 'text' | 'marks'>;

function widest(cells: readonly Texts[]): Texts {
  const letters = ({ text, marks }: Texts) => Math.max(text.length, ...marks.map((m) => m.length));
  const none = { text: '', marks: [] };
  return cells.reduce((most, cell) => (letters(cell) > letters(most) ? cell : most), none);
}

function Head({ columns }: { columns: readonly FeeColumn[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          Attorney
        </th>
        {columns.map((column) => (
          <th key={column._id} role="columnheader" scope="col">
            {column.title}
            {!column.active && <Tag>Not in use</Tag>}
            {column.unitPrice !== null && <span>{eachText(column.unitPrice)}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type Size = { rows: number; columns: number };

/** The cell that Tab reaches, and the keys that lead to others. */
function useGridFocus(table: RefObject<HTMLTableElement | null>, size: Size) {
  const [focused, setFocused] = useState<Cell>({ row: 0, column: 1 });
  // A search may have taken the row away.
  const active = {
    row: Math.min(focused.row, Math.max(0, size.rows - 1)),
    column: Math.min(focused.column, size.columns - 1),
  };
  const onFocus = ({ target }: FocusEvent) => {
    const cell = findCell(target);
    if (cell) setFocused(cell);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = findCell(event.target);
    if (!from || event.altKey || event.metaKey || event.shiftKey) return;
    const to = nextCell(from, event, { ...size, isStacked: hasStackedCells(table.current) });
    if (!to) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-cell="${to.row} ${to.column}"]`)?.focus();
  };
  return { active, onFocus, onKeyDown };
}

function findCell(target: EventTarget): Cell | undefined {
  const [row, column] = (target instanceof HTMLElement ? (target.dataset.cell ?? '') : '')
    .split(' ')
    .map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** On a phone the cells of a row are below each other (`fee-table.module.css`). */
function hasStackedCells(table: HTMLTableElement | null): boolean {
  const row = table?.rows[1];
  return row !== undefined && getComputedStyle(row).display !== 'table-row';
}

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
const FeeRow = memo(function Row({ line, columns, row, active, ...on }: Props) {
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
        <PriceCell
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

function PriceCell({ cell, name, title, focus, onOpen }: CellProps) {
  if (!cell) return null;
  const { text, tone, marks, isOpen } = cell;
  if (!isOpen || !may('call-fees:write'))
    return (
      <td role="gridcell" data-label={title} className={styles.read} {...focus}>
        <div className={styles[tone]}>{prices(cell)}</div>
      </td>
    );
  return (
    // A press anywhere in the cell is one of the button.
    <td role="gridcell" data-label={title} className={styles.opens} onClick={pressed(onOpen)}>
      <button
        type="button"
        className={cx(styles.cell, styles[tone])}
        aria-label={[`${name}: ${text}`, ...marks].join(' ')}
        {...focus}
      >
        {prices(cell)}
      </button>
    </td>
  );
}

function pressed(onOpen: () => void) {
  return ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.querySelector('button')?.focus();
    onOpen();
  };
}

/** Markup without a component, of which a page of fees would have a thousand. */
function prices({ text, marks }: Texts): ReactNode {
  const parts = text.split(' · ');
  return (
    <>
      <span>
        {parts.flatMap((part, index) => [
          <span key={part} className={styles.part}>
            {index < parts.length - 1 ? `${part} ·` : part}
          </span>,
          ' ',
        ])}
      </span>
      {marks.map((mark) => (
        <span key={mark} className={styles.mark}>
          {` ${mark}`}
        </span>
      ))}
    </>
  );
}

type Cell = { row: number; column: number };
type Move = (from: Cell, last: Cell, isWhole: boolean) => Cell;

/** Rows that Page Up and Page Down pass. */
const pageRows = 10;

/** The keys of the grid pattern (ARIA). `isWhole`: with Control, Home and End pass all rows. */
const moves: Readonly<Record<string, Move>> = {
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  PageDown: ({ row, column }, last) => ({ row: Math.min(row + pageRows, last.row), column }),
  PageUp: ({ row, column }) => ({ row: Math.max(row - pageRows, 0), column }),
  Home: ({ row }, _, isWhole) => ({ row: isWhole ? 0 : row, column: 0 }),
  End: ({ row }, last, isWhole) => ({ row: isWhole ? last.row : row, column: last.column }),
};

/**
 * The cell to which a key moves the focus; undefined for other keys and beyond the edge.
 * `isStacked`: the cells of a row are below each other.
 */
export function nextCell(
  from: Cell,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { rows, columns, isStacked }: Size & { isStacked: boolean },
): Cell | undefined {
  const last = { row: rows - 1, column: columns - 1 };
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const to =
    isStacked && step !== undefined
      ? cellAt(from.row * columns + from.column + step, columns)
      : moves[key]?.(from, last, ctrlKey);
  return to && isWithin(to, last) ? to : undefined;
}

/** The cell by its number, row after row. */
function cellAt(place: number, columns: number): Cell {
  const row = Math.floor(place / columns);
  return { row, column: place - row * columns };
}

function isWithin({ row, column }: Cell, last: Cell): boolean {
  return row >= 0 && column >= 0 && row <= last.row && column <= last.column;
}
