import { PageFrame } from '../ui/page-frame.tsx';
import { DownloadPanel } from './download-panel.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** Matters in, disbursements out (specification, section 2.13). */
export function FileHandlerPage() {
  return (
    <PageFrame title="Import / Export Manager" width="form">
      <UploadPanel />
      <DownloadPanel />
    </PageFrame>
  );
}
