import { useQuery } from '@tanstack/react-query';
import { Alert } from '../ui/feedback/alert.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { runsOfExportQuery } from './hand-over.queries.ts';
import { Runs } from './runs.tsx';

/** The hand-over that closed an export, and the result of its file; nothing for other exports. */
export function ExportHandOvers({ exportId }: { exportId: string }) {
  const { data: runs, error } = useQuery(runsOfExportQuery(exportId));
  if (error !== null) return <Alert kind="error">{error.message}</Alert>;
  if (runs === undefined || runs.length === 0) return null;
  return (
    <Panel label="Hand-over">
      <h2>Hand-over</h2>
      <Runs label="Hand-over of this export" runs={runs} />
    </Panel>
  );
}
