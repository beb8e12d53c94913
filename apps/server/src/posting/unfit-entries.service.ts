import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import { postingLimits } from '@recoup/contract/posting/rules';
import { type OpenEntries, readOpenLines } from '../exports/snapshot/open-lines.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { createPauses } from '../platform/core/pauses.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { createLayoutWriter } from './engine/layout-writer.ts';
import type { PostingLine } from './engine/posting-line.ts';
import type { LineBatches } from './engine/posting-stream.ts';
import { withPlainCodes } from './engine/setting-faults.ts';
import { getLayout, type WritableLayout } from './layouts.service.ts';
import { postingLines, readTypes, withTaxTypes } from './posting-files.service.ts';
import { listCheckedSettings } from './posting.repository.ts';

/** `lacksSetting` if only a setting is missing or does not fit, which no attorney can change. */
export type UnfitEntry = { entryId: string; reason: string; lacksSetting: boolean };
type OpenLinesRequest = OpenEntries & { now: Date };

/**
 * The open entries that do not fit the layouts with which the firm wants them checked before a
 * closing; at most `postingLimits.unfitEntries`, the earliest.
 */
export async function findUnfitEntries(
  db: Db,
  firm: FirmScope,
  { now, ...open }: OpenLinesRequest,
): Promise<UnfitEntry[]> {
  const checked = await listCheckedSettings(db, firm);
  if (checked.length === 0) return [];
  const find = async (trx: Trx) => {
    const checks: Check[] = [];
    for (const each of checked) checks.push(await createCheck(trx, firm, { ...each, now }));
    return unfitLines(await openPostingLines(trx, firm, { now, ...open }), checks);
  };
  if (!db.isTransaction) return db.transaction().execute(find);
  return find(db as Trx); // as the line above checked
}

/** The lines of entries that no closed export holds. */
export async function openPostingLines(
  trx: Trx,
  firm: FirmScope,
  { now, ...open }: OpenLinesRequest,
): Promise<LineBatches> {
  const { typeIds: known, batches } = await readOpenLines(trx, firm, open);
  return postingLines(batches, await readTypes(trx, firm, { known, now }));
}

/** Lines between two looks at the clock, of which each takes as long as a check. */
const linesAtOnce = 10;

async function unfitLines(batches: LineBatches, checks: readonly Check[]): Promise<UnfitEntry[]> {
  const unfit: UnfitEntry[] = [];
  const pause = createPauses();
  for await (const lines of batches)
    for (const [place, line] of lines.entries()) {
      const problems: readonly Problem[] = checks.flatMap((check) => check(line));
      if (problems.length > 0) unfit.push(unfitEntry(line, problems));
      if (unfit.length >= postingLimits.unfitEntries) return unfit;
      if (place % linesAtOnce === 0) await pause();
    }
  return unfit;
}

function unfitEntry({ entryId }: PostingLine, problems: readonly Problem[]): UnfitEntry {
  const named = problems.slice(0, maxNamed).map(({ message }) => message);
  const more = problems.length - named.length;
  const reason = [...named, ...(more > 0 ? [`And ${more} more layouts.`] : [])].join(' ');
  const lacksSetting = problems.every((problem) => problem.lacksSetting);
  return { entryId: entryId ?? '', reason, lacksSetting };
}

/** Layouts that the reason of an unfit entry names. */
const maxNamed = 5;

type Problem = { message: string; lacksSetting: boolean };
/** Returns the first problem of a line: one of the entry itself, else one of the settings. */
type Check = (line: PostingLine) => readonly [Problem] | readonly [];

async function createCheck(
  db: Db,
  firm: FirmScope,
  { layout: id, settings, now }: { layout: string; settings: PostingSettings; now: Date },
): Promise<Check> {
  const layout = await getLayout(db, firm, id);
  const find = createProblemFinder(layout, { settings, now });
  let findWithPlain: typeof find | undefined;
  return (line) => {
    const problems = find(line);
    if (problems.length === 0) return [];
    // A problem that remains with plain codes is not a fault of the settings.
    findWithPlain ??= createProblemFinder(layout, { settings: withPlainCodes(settings), now });
    const own = new Set(findWithPlain(line).flatMap((problem) => problem.column ?? []));
    const ofEntry = problems.find(({ column }) => column !== undefined && own.has(column));
    const { message } = ofEntry ?? problems[0] ?? { message: '' };
    return [{ message: `${layout.name}: ${message}`, lacksSetting: ofEntry === undefined }];
  };
}

/** `column` is absent for a setting that is missing. */
type FoundProblem = { column?: string; message: string };

function createProblemFinder(
  layout: WritableLayout,
  { settings, now }: { settings: PostingSettings; now: Date },
): (line: PostingLine) => readonly FoundProblem[] {
  let found: FoundProblem[] = [];
  const file = {
    exportNumber: longestNumber,
    exportDay: southAfricanDay(now),
    firmName: '',
    settings: withTaxTypes(settings, layout),
    invoices: new Map(),
  };
  const findings = {
    reject: (column: string, message: string) =>
      void found.push({ column, message: `${column}: ${message}` }),
    lack: (_name: string, message: string) => void found.push({ message }),
  };
  const { check } = createLayoutWriter(layout.layout, { file, findings });
  return (line) => {
    found = [];
    check(line, longestNumber);
    return found;
  };
}

/** The number of the export, and of the line in it, that are not known yet. */
export const longestNumber = 99_999;
