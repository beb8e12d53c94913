import { createHash } from 'node:crypto';
import { nothingSaved } from '@recoup/contract/call-fees/messages';
import { listChangedSince } from '../call-fees/fee-changes.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import type { AffectedEntries } from './affected-entries.ts';
import { cellKey, cellName, type RaisedCell } from './raised-cells.ts';

type Previewed = { cells: readonly RaisedCell[]; entries: AffectedEntries };

/**
 * The inputs of a preview: its moment, the schedules of the cells, and the entries. Schedules
 * never change, so their ids stand for their rows.
 */
export function previewState({ cells, entries }: Previewed, now: Date): string {
  const fees = cells
    .map(({ attorneyId, disbursementTypeId, scheduleId, next }) =>
      [attorneyId, disbursementTypeId, scheduleId, next].join(' '),
    )
    .toSorted();
  const { unlocked, locked, exports } = entries;
  return [now.getTime().toString(36), shortHash(fees), shortHash([unlocked, locked, exports])].join(
    '.',
  );
}

/**
 * Throws `changed_meanwhile` when the call fees are not those of the preview; with `reprice` also
 * when the entries are not.
 */
export async function requireState(
  db: Db,
  firm: FirmScope,
  of: Previewed & { expected: string; reprice: boolean; now: Date },
): Promise<void> {
  const [time = '', fees, entries] = of.expected.split('.');
  const [, feesNow, entriesNow] = previewState(of, of.now).split('.');
  if (fees !== feesNow)
    throw changed(
      await changedFees(db, firm, {
        cells: of.cells,
        since: new Date(Number.parseInt(time, 36)),
      }),
    );
  if (of.reprice && entries !== entriesNow) throw changed('The entries have changed');
}

/** Names up to three of the cells that changed since the preview. */
async function changedFees(
  db: Db,
  firm: FirmScope,
  { cells, since }: { cells: readonly RaisedCell[]; since: Date },
): Promise<string> {
  const isDay = since.getTime() >= 0 && since.getTime() < Date.UTC(2100, 0);
  const changes = isDay ? await listChangedSince(db, firm, since) : [];
  const keys = new Set(changes.map(cellKey));
  const names = cells.filter((cell) => keys.has(cellKey(cell))).map(cellName);
  if (names.length === 0) return 'The call fees have changed';
  const others = names.length > 3 ? ' and others' : '';
  return `The call fees of ${names.slice(0, 3).join(', ')}${others} have changed`;
}

function changed(what: string): AppError {
  return new AppError('changed_meanwhile', {
    message: `${what} since the preview. ${nothingSaved.makePreview}`,
  });
}

function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
