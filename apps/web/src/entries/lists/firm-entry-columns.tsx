import { may } from '../../platform/session/may.ts';
import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { countOf, formatCount, formatDate, formatMinutes } from '../../ui/lib/format.ts';
import { SelectBox } from '../../ui/selection/select-box.tsx';
import type { RowSelection } from '../../ui/selection/use-row-selection.ts';
import { entryName } from '../bulk-corrections/correction-texts.ts';
import { isCorrectable } from '../bulk-corrections/entry-corrections.queries.ts';
import { opensRow } from '../../ui/list/open-row.ts';
import type { Column } from '../../ui/list/column.ts';
import { lineVatText } from '../../vat/vat-texts.ts';
import { ExportLink } from '../reversals/export-link.tsx';
import { happenedText, linkWord } from '../reversals/link-texts.ts';
import styles from './firm-entries-page.module.css';

const facts: readonly Column<Entry>[] = [
  {
    key: 'date',
    title: 'Date',
    isSortable: true,
    noWrap: true,
    cell: Day,
  },
  {
    key: 'matter',
    title: 'Matter',
    isSortable: true,
    isTitle: true,
    cell: ({ matter }) => (
      <>
        {matter.number} <span className={styles.matter}>{matter.name}</span>
      </>
    ),
  },
  { key: 'attorney', title: 'Attorney', isSortable: true, cell: Attorney },
  { key: 'type', title: 'Type', isSortable: true, cell: TypeAndLink },
  { key: 'length', title: 'Length', isSortable: true, align: 'end', cell: lengthText },
  {
    key: 'amount',
    title: 'Amount',
    isSortable: true,
    align: 'end',
    cell: Amount,
  },
  {
    key: 'export',
    title: 'Exported',
    isSortable: true,
    isOptional: true,
    cell: (entry) => <ExportLink of={entry.export} />,
  },
];

/** Columns that a user may hide. */
export const optionalColumns = facts.filter(({ key }) => !isFixed(key));

type Wanted = {
  onOpen: (entry: Entry) => void;
  selection: RowSelection<Entry>;
  hidden: readonly string[];
};

/** The columns of the list without the hidden ones. */
export function shownColumns({ onOpen, selection, hidden }: Wanted): readonly Column<Entry>[] {
  const select: Column<Entry> = {
    key: 'select',
    title: 'Select',
    isSelect: true,
    cell: (entry) =>
      isCorrectable(entry) && (
        <SelectBox label={`Select: ${entryName(entry)}`} row={entry} selection={selection} />
      ),
  };
  return [
    ...(may('entries:correct-many') ? [select] : []),
    ...facts.filter(({ key }) => isFixed(key) || !hidden.includes(key)),
    {
      key: 'action',
      title: 'Action',
      isAction: true,
      cell: (entry) => (
        <Button
          variant="quiet"
          size="small"
          {...opensRow}
          aria-label={`${actionLabel(entry)}: ${entryName(entry)}`}
          onClick={() => onOpen(entry)}
        >
          {actionLabel(entry)}
        </Button>
      ),
    },
  ];
}

function isFixed(key: string): boolean {
  return key === 'matter' || key === 'amount';
}

function Day(entry: Entry) {
  return (
    <span>
      {formatDate(entry.date)}
      {entry.happenedOn !== undefined && (
        <small className={styles.below}>{happenedText(entry)}</small>
      )}
    </span>
  );
}

function TypeAndLink(entry: Entry) {
  const { disbursementType, vouchers } = entry;
  const files = vouchers > 0 ? countOf(vouchers, 'voucher', 'vouchers') : undefined;
  const words = [linkWord(entry), files].filter((word) => word !== undefined);
  return (
    <span>
      {disbursementType.name}
      {words.length > 0 && <small className={styles.below}>{words.join(' · ')}</small>}
    </span>
  );
}

function Attorney({ attorney, recordedBy }: Entry) {
  return (
    <span>
      {attorney.name}
      {recordedBy && <small className={styles.below}>by {recordedBy.name}</small>}
    </span>
  );
}

function actionLabel({ isLocked, reverses }: Entry): string {
  const isFixedNow = isLocked || reverses !== undefined || !may('entries:write');
  return isFixedNow ? 'View' : 'Correct';
}

function lengthText({ minutes, quantity }: Entry): string {
  if (minutes !== null) return formatMinutes(minutes);
  return quantity === null ? '–' : `${formatCount(quantity)} ×`;
}

/** One element, so that it stays one cell of a card on a phone. */
function Amount({ amount, vat }: Entry) {
  const ofVat = lineVatText(vat);
  return (
    <span>
      {formatRand(toCents(amount))}
      {ofVat !== undefined && <small className={styles.below}>{ofVat}</small>}
    </span>
  );
}
