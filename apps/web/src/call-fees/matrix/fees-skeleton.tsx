import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import styles from './fee-table.module.css';

/** Until the fees are there. */
export function FeesSkeleton() {
  return (
    <div className={styles.scroll}>
      <table role="table" aria-label="Fees" aria-busy="true" className={styles.table}>
        <PlainTableHead titles={['Attorney', 'Fees']} />
        <tbody role="rowgroup">
          <SkeletonRows columns={2} rows={10} />
        </tbody>
      </table>
    </div>
  );
}
