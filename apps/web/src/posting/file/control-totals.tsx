import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { PostingTotal } from '@recoup/contract/exports/endpoints';
import { countOf } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import styles from '../posting.module.css';

/** The total of each posting file of an export, to compare with the bookkeeping program. */
export function ControlTotals({ postings }: { postings: readonly PostingTotal[] }) {
  if (postings.length === 0) return null;
  return (
    <div>
      <h3>Control totals</h3>
      <ul className={styles.totals} aria-label="Control totals">
        {postings.map((posting) => (
          <li key={posting.layout}>
            <strong>{posting.name}</strong>: {countOf(posting.rows, 'line', 'lines')},{' '}
            {formatRand(toCentsTotal(posting.sum))}
            {posting.vat !== undefined && ` with ${formatRand(toCentsTotal(posting.vat))} VAT`}{' '}
            <small>
              {posting.by.name}, {formatMoment(posting.createdAt)}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
