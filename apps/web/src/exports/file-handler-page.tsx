import { ImportHistory } from '../matters/import-history.tsx';
import { ImportPanel } from '../matters/import-panel.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { DownloadPanel } from './download-panel.tsx';

/** Matters in, disbursements out (specification, section 2.13). */
export function FileHandlerPage() {
  return (
    <PageFrame title="Import / Export Manager" width="form">
      <ImportPanel />
      <ImportHistory />
      <DownloadPanel />
    </PageFrame>
  );
}
