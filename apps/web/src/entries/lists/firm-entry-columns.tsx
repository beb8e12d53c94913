import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { formatCount, formatDate, formatMinutes } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { lineVatText } from '../../vat/vat-words.ts';
import { linkWord } from '../reversals/link-words.ts';
import styles from './firm-entries-page.module.css';

export function columns(onOpen: (entry: Entry) => void): Column<Entry>[] {
  return [
    { key: 'date', title: 'Date', noWrap: true, cell: ({ date }) => formatDate(date) },
    {
      key: 'matter',
      title: 'Matter',
      isTitle: true,
      cell: ({ matter }) => (
        <>
          {matter.number} <span className={styles.matter}>{matter.name}</span>
        </>
      ),
    },
    { key: 'attorney', title: 'Attorney', cell: ({ attorney }) => attorney.name },
    { key: 'type', title: 'Type', cell: TypeAndLink },
    { key: 'length', title: 'Length', align: 'end', cell: lengthText },
    {
      key: 'amount',
      title: 'Amount',
      align: 'end',
      cell: Amount,
    },
    {
      key: 'action',
      title: 'Action',
      isAction: true,
      cell: (entry) => (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${actionOf(entry)}: ${nameOf(entry)}`}
          onClick={() => onOpen(entry)}
        >
          {actionOf(entry)}
        </Button>
      ),
    },
  ];
}

function TypeAndLink(entry: Entry) {
  const word = linkWord(entry);
  return (
    <span>
      {entry.disbursementType.name}
      {word !== undefined && <small className={styles.below}>{word}</small>}
    </span>
  );
}

function actionOf({ isLocked, reverses }: Entry): string {
  return isLocked || reverses !== undefined ? 'View' : 'View or correct';
}

function nameOf({ disbursementType, matter, date }: Entry): string {
  return `${disbursementType.name} on ${matter.number}, ${formatDate(date)}`;
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
