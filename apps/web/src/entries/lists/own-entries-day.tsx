import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { formatCount, formatDate, formatMinutes } from '../../ui/lib/format.ts';
import { today } from '../../platform/browser/local-day.ts';
import { lineVatText } from '../../vat/vat-words.ts';
import { linkWord } from '../reversals/link-words.ts';
import styles from './entry-lines.module.css';

export function Day({
  day,
  entries,
  onOpen,
}: {
  day: string;
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
}) {
  return (
    <div className={styles.day}>
      <h3 className={styles.dayHead}>
        <span>{day === today() ? `Today, ${formatDate(day)}` : formatDate(day)}</span>
        <span>
          {formatRand(entries.reduce((sum, { amount }) => sum + BigInt(toCents(amount)), 0n))}
        </span>
      </h3>
      <ul className={styles.lines}>
        {entries.map((entry) => (
          <Line key={entry._id} entry={entry} onOpen={() => onOpen(entry)} />
        ))}
      </ul>
    </div>
  );
}

function Line({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className={styles.line} onClick={onOpen}>
        <span>
          <strong>{entry.matter.number}</strong> {entry.matter.name}
          <small>
            {entry.disbursementType.name}
            {entry.minutes !== null && ` · ${formatMinutes(entry.minutes)}`}
            {quantityText(entry)}
            {entry.recordedBy && ` · by ${entry.recordedBy.name}`}
            {narrationAndVoucherText(entry)}
            {vatText(entry)}
            {stateText(entry)}
          </small>
        </span>
        <strong className={styles.amount}>{formatRand(toCents(entry.amount))}</strong>
      </button>
    </li>
  );
}

/** ' · 2 × R 10.00'; lines of earlier prices may not divide. */
function quantityText({ quantity, amount }: Entry): string {
  if (quantity === null) return '';
  const cents = toCents(amount) / quantity;
  const each = Number.isInteger(cents) ? formatRand(cents) : '';
  return ` · ${formatCount(quantity)} × ${each}`;
}

function narrationAndVoucherText({ narration, voucher }: Entry): string {
  const texts = [narration, voucher === null ? null : `voucher ${voucher}`];
  return texts.map((text) => (text === null ? '' : ` · ${text}`)).join('');
}

function vatText({ vat }: Entry): string {
  const text = lineVatText(vat);
  return text === undefined ? '' : ` · ${text}`;
}

function stateText(entry: Entry): string {
  const word = linkWord(entry);
  if (word === 'reversed') return ' · reversed';
  return (word === undefined ? '' : ` · ${word}`) + (entry.isLocked ? ' · exported' : '');
}
