import type { CallSystem } from '@recoup/contract/call-records/rules';
import type { CallLeg, OwnNumbers } from '../files/call-leg.ts';
import { teams, teamsDirectRouting } from '../files/layouts/teams.ts';
import { createStarts } from '../files/times.ts';

type Row = Readonly<Record<string, unknown>>;
type ReadRow = (CallLeg | { reason: string }) & { row: number };
type ReadRows = (own: OwnNumbers) => ReadRow[];

/** Columns of the usage report, and their names in Graph: `id` is its UsageId. */
const pstnColumns: Readonly<Record<string, string>> = {
  UsageId: 'id',
  'Call ID': 'callId',
  UPN: 'userPrincipalName',
  'Call Type': 'callType',
  'Destination Number': 'calleeNumber',
  'Start Time': 'startDateTime',
  'Duration Seconds': 'duration',
};
const directRoutingColumns = [
  'id',
  'correlationId',
  'userPrincipalName',
  'callType',
  'successfulCall',
  'calleeNumber',
  'callerNumber',
  'startDateTime',
  'duration',
];

/**
 * As the files of the same reports, so that a call of both is one by its id. Gives the reason for a
 * row that cannot be read.
 */
export function readGraphCalls(system: CallSystem, rows: readonly Row[]): ReadRows {
  const isPstn = system === 'teams';
  const head = isPstn ? Object.keys(pstnColumns) : directRoutingColumns;
  const names = isPstn ? Object.values(pstnColumns) : directRoutingColumns;
  const layout = isPstn ? teams : teamsDirectRouting;
  return (own) => {
    const read = layout.reader(head, own, createStarts('DMY').read);
    return rows.flatMap((item, row): ReadRow[] => {
      const line = read(names.map((name) => cellText(item[name])));
      if (line.kind === 'problem') return [{ reason: line.message, row }];
      return line.kind === 'leg' ? [{ ...line.leg, row }] : [];
    });
  };
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
