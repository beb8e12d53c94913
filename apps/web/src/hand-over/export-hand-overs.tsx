import { useQuery } from '@tanstack/react-query';
import { handOverEndpoints } from '@recoup/contract/hand-over/endpoints';
import { Alert } from '../ui/feedback/alert.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { readData } from '../platform/api/read.ts';
import { Runs } from './runs.tsx';

/** The hand-over that closed an export, and the result of its file; nothing for other exports. */
export function ExportHandOvers({ exportId }: { exportId: string }) {
  const { data: runs, error } = useQuery(
    readData(
      handOverEndpoints.listHandOverRuns,
      { query: { export: exportId } },
      { what: 'hand-over of the export', staleTime: 0 },
    ),
  );
  if (error !== null) return <Alert kind="error">{error.message}</Alert>;
  if (runs === undefined || runs.length === 0) return null;
  return (
    <Panel label="Hand-over">
      <h2>Hand-over</h2>
      <Runs label="Hand-over of this export" runs={runs} />
    </Panel>
  );
}
