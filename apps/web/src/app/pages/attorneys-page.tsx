import { Suspense } from 'react';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { AttorneyListPage } from '../../users/attorney-list-page.tsx';
import styles from './attorneys-page.module.css';

export { requestList } from '../../users/attorney-list-page.tsx';

// The list does not wait for it.
const FirmLine = lazyPart(async () => ({
  default: (await import('../../overview/firm-line.tsx')).FirmLine,
}));

/** The first page of a firm admin: where the firm stands, then its attorneys. */
export function AttorneysPage() {
  const line = (
    <div className={styles.line}>
      <Suspense fallback={<p aria-busy="true" />}>
        <FirmLine />
      </Suspense>
    </div>
  );
  return <AttorneyListPage above={line} />;
}
