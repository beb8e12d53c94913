import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { formatCount, formatDate, formatMinutes } from '../../ui/lib/format.ts';
import styles from './reversals.module.css';

/** Which entry a sheet shows. */
export function EntryFactList({ entry }: { entry: Entry }) {
  return (
    <dl className={styles.facts} aria-label="This entry">
      {entryFacts(entry).map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts of an entry. The title of its sheet already names the type and the matter number. */
export function entryFacts(entry: Entry): [title: string, text: string][] {
  const { date, happenedOn, minutes, quantity, matter, attorney, narration, voucher } = entry;
  const facts: [string, string | null][] = [
    ['Day', formatDate(date)],
    ['Happened on', happenedOn === undefined ? null : formatDate(happenedOn)],
    ['Minutes', minutes === null ? null : formatMinutes(minutes)],
    ['Quantity', quantity === null ? null : formatCount(quantity)],
    ['Matter', matter.name],
    ['Attorney', attorney.name],
    ['Recorded by', entry.recordedBy?.name ?? null],
    ['Narration', narration],
    ['Voucher', voucher],
  ];
  return facts.flatMap(([title, text]) => (text === null || text === '' ? [] : [[title, text]]));
}

/** `R 525.00 (R 603.75 with VAT)`; the amount alone where it includes the VAT. */
export function amountText({ amount, vat }: Pick<Entry, 'amount' | 'vat'>): string {
  const net = formatRand(toCents(amount));
  if (vat === undefined || vat.gross === amount) return net;
  return `${net} (${formatRand(toCents(vat.gross))} with VAT)`;
}
