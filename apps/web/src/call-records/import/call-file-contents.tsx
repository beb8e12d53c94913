import { rejectionFrom } from '../../platform/api/rejection.ts';
import { RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { CallPreview } from './call-preview.tsx';
import type { CallImportState } from './use-call-import.ts';

/** Rows with errors come first: until they are corrected nothing else matters. */
export function CallFileContents({ state }: { state: CallImportState }) {
  const { upload, shown } = state;
  const rejection = rejectionFrom(upload.error, shown);
  return (
    <>
      {rejection.rows.length > 0 && <RejectedRowTable {...rejection} />}
      {shown !== undefined && <CallPreview state={state} preview={shown} />}
    </>
  );
}
