import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { totalsText } from '@recoup/contract/vat/totals';
import { useQuery } from '@tanstack/react-query';
import { unexportedQuery } from '../../../exports/exports.queries.ts';
import { paths } from '../../../platform/browser/paths.ts';
import { countOf, formatDate } from '../../../ui/lib/format.ts';
import { OverviewPanel } from './overview-panel.tsx';
import styles from './overview.module.css';

/** Totals of the entries that the next closing export would include. */
export function UnexportedPanel({ today }: { today: string }) {
  return (
    <OverviewPanel
      title="Not exported yet"
      what="New entries"
      result={useQuery(unexportedQuery(today))}
      link={{ to: paths.monthEnd, label: 'Month end' }}
    >
      {(preview) =>
        preview === null ? (
          <p>Everything recorded has been exported.</p>
        ) : (
          <>
            <p className={styles.figure}>{formatRand(toCentsTotal(preview.sum))}</p>
            {preview.vat && <p>{totalsText(preview.vat)}</p>}
            <p>
              {countOf(preview.rows, 'entry', 'entries')} since {formatDate(preview.firstDay)}
            </p>
          </>
        )
      }
    </OverviewPanel>
  );
}
