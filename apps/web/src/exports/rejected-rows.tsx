import { ApiError } from '../platform/api/api-error.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { RejectedRowTable } from '../ui/feedback/rejected-row-table.tsx';

/** Why there is no file, and the rows that do not fit it. */
export function RejectedRows({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <>
      <Alert kind="error">{error.message}</Alert>
      {error instanceof ApiError && error.rows.length > 0 && (
        <RejectedRowTable rows={error.rows} refused={error.refused} />
      )}
    </>
  );
}
