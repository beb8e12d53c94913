import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { ExportPreview } from '@recoup/contract/exports/endpoints';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import styles from '../exports.module.css';

/** Each fact has its place before it is known. */
export function PreviewFacts({ preview }: { preview: ExportPreview | undefined }) {
  const facts = [
    ['Entries', preview && formatCount(preview.rows)],
    ['Total', preview && totalText(preview)],
    ['First entry', preview && formatDate(preview.firstDay)],
    ['Last entry', preview && formatDate(preview.lastDay)],
    ['Open exceptions', preview && exceptionsText(preview.exceptions)],
  ] as const;
  return (
    <dl className={styles.preview} aria-label="What would be closed">
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function totalText({ sum, vat }: ExportPreview): string {
  const total = formatRand(toCentsTotal(sum));
  return vat ? `${total}, with VAT ${formatRand(toCentsTotal(vat.gross))}` : total;
}

function exceptionsText({ block, warn, info }: ExportPreview['exceptions']): string {
  const counts = [
    [block, 'blocking'],
    [warn, warn === 1 ? 'warning' : 'warnings'],
    [info, info === 1 ? 'note' : 'notes'],
  ] as const;
  const found = counts.filter(([count]) => count > 0);
  return found.map(([count, word]) => `${formatCount(count)} ${word}`).join(', ') || 'None';
}
