import { useOfflinePage } from '../../platform/browser/offline-page.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { OwnMonthPanel } from './own-month-panel.tsx';

/** The attorney's own month: what to look at before it is closed, and that it is complete. */
export function OwnMonthPage() {
  useOfflinePage();
  return (
    <PageFrame title="Month" width="form">
      <OwnMonthPanel />
    </PageFrame>
  );
}
