import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import { postingLimits } from '@recoup/contract/posting/rules';
import { type OpenEntries, readOpenLines } from '../exports/snapshot/open-lines.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { createLayoutWriter } from './engine/layout-writer.ts';
import type { PostingLine } from './engine/posting-line.ts';
import type { LineBatches } from './engine/posting-stream.ts';
import { getLayout } from './layouts.service.ts';
import { postingLines, typeIdsByTitle, withTaxTypes } from './posting-lines.ts';
import { listCheckedSettings } from './posting.repository.ts';

/** `lacksSetting` if only a setting of the firm is missing, which no attorney can enter. */
export type UnfitEntry = { entryId: string; reason: string; lacksSetting: boolean };
type Asked = OpenEntries & { now: Date };

/**
 * The open entries that do not fit the layouts with which the firm wants them checked before a
 * closing; at most `postingLimits.unfitEntries`, the earliest.
 */
export async function findUnfitEntries(
  db: Db,
  firm: FirmScope,
  { now, ...open }: Asked,
): Promise<UnfitEntry[]> {
  const checked = await listCheckedSettings(db, firm);
  if (checked.length === 0) return [];
  const find = async (trx: Trx) => {
    const checks: Check[] = [];
    for (const each of checked) checks.push(await createCheck(trx, firm, { ...each, now }));
    return unfitLines(await openPostingLines(trx, firm, { now, ...open }), checks);
  };
  if (!db.isTransaction) return db.transaction().execute(find);
  return find(db as Trx); // as the line above asked
}

/** Of entries that no closed export holds. */
export async function openPostingLines(
  trx: Trx,
  firm: FirmScope,
  { now, ...open }: Asked,
): Promise<LineBatches> {
  const { typeIds: known, batches } = await readOpenLines(trx, firm, open);
  return postingLines(batches, await typeIdsByTitle(trx, firm, { known, now }));
}

async function unfitLines(batches: LineBatches, checks: readonly Check[]): Promise<UnfitEntry[]> {
  const unfit: UnfitEntry[] = [];
  for await (const lines of batches)
    for (const line of lines) {
      const problems = checks.flatMap((check) => check(line) ?? []);
      if (problems.length > 0) unfit.push(unfitEntry(line, problems));
      if (unfit.length >= postingLimits.unfitEntries) return unfit;
    }
  return unfit;
}

function unfitEntry({ entryId }: PostingLine, problems: readonly Problem[]): UnfitEntry {
  const reason = problems.map(({ message }) => message).join(' ');
  const lacksSetting = problems.every((problem) => problem.lacksSetting);
  return { entryId: entryId ?? '', reason, lacksSetting };
}

type Problem = { message: string; lacksSetting: boolean };
/** The first problem of a line in a layout. */
type Check = (line: PostingLine) => Problem | undefined;

async function createCheck(
  db: Db,
  firm: FirmScope,
  { layout: id, settings, now }: { layout: string; settings: PostingSettings; now: Date },
): Promise<Check> {
  const layout = await getLayout(db, firm, id);
  let found: Problem | undefined;
  const note = (message: string, lacksSetting: boolean) => {
    found ??= { message: `${layout.name}: ${message}`, lacksSetting };
  };
  const file = {
    exportNumber: longestNumber,
    exportDay: southAfricanDay(now),
    firmName: '',
    settings: withTaxTypes(settings, layout),
    invoices: new Map(),
  };
  const findings = {
    reject: (column: string, message: string) => note(`${column}: ${message}`, false),
    lack: (_name: string, message: string) => note(message, true),
  };
  const { check } = createLayoutWriter(layout.layout, { file, findings });
  return (line) => {
    found = undefined;
    check(line, longestNumber);
    return found;
  };
}

/** The number of the export, and of the line in it, that are not known yet. */
export const longestNumber = 99_999;
