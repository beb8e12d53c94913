import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { type CallSystem, workingHours } from '@recoup/contract/call-records/rules';
import { newId } from '@recoup/contract/core/ids';
import type { FirmScope } from '../../platform/core/actor.ts';
import { headerNotices } from '../../platform/csv/header.ts';
import { misreadNotices } from '../../platform/csv/clean-text.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import type { UnrecognizedCallFile } from '../files/call-file-plan.ts';
import type { CallFile } from '../files/read-call-file.ts';
import { findCallExcess } from '../list/known-calls.ts';
import type { StoredSource } from '../set-up/set-up.repository.ts';
import {
  isZoneDoubtful,
  nameOfNewSource,
  noCalls,
  chooseZone,
  type CallUpload,
  chooseOutsidePrefix,
  type StagedCallFile,
  withStagedCalls,
} from './call-import.service.ts';
import {
  collectCalls,
  countCalls,
  countExtendedEntries,
  countWithCode,
  listFirstCalls,
  listPartiesOfFile,
  summariseHours,
} from './call-staging.repository.ts';

const previewedCalls = 10;
const previewedParties = 100;

/**
 * Previews an import of the file; writes nothing. Throws `invalid_input` for a text without
 * columns.
 */
export async function previewCalls(
  db: Db,
  firm: FirmScope,
  upload: CallUpload & { now: Date },
): Promise<CallImportPreview> {
  return withStagedCalls(db, firm, upload, async (trx, { file, source }) => {
    const { shape } = file.ok ? { shape: file } : file;
    if (!shape) throw noCalls(file as UnrecognizedCallFile); // only such a file has no shape
    const { system, columns, mapping } = shape;
    const isRemembered = source !== undefined && upload.mapping === undefined && system === 'csv';
    const known = await previewSource(trx, firm, { upload, source, system });
    const outsidePrefix = chooseOutsidePrefix(upload, source);
    const common = { source: known, outsidePrefix, columns, mapping, isRemembered };
    const isOrderOpen = file.isOrderOpen === true;
    if (!file.ok) return { ...common, ...nothing, isOrderOpen, fault: file.message };
    return {
      ...common,
      isOrderOpen,
      ...(await previewStaged(trx, firm, { upload, file, source })),
    };
  });
}

async function previewStaged(
  trx: Trx,
  firm: FirmScope,
  { upload, file, source }: StagedCallFile & { file: CallFile; upload: CallUpload & { now: Date } },
): Promise<
  Omit<
    CallImportPreview,
    'source' | 'outsidePrefix' | 'columns' | 'mapping' | 'isRemembered' | 'isOrderOpen'
  >
> {
  const staged = {
    sourceId: source?.id ?? null,
    zone: chooseZone(upload, source),
    importId: newId(),
  };
  const { private: hidden, ...known } = await collectCalls(trx, firm, staged);
  const hours = await summariseHours(trx, workingHours, upload.now);
  const { earliest, latest, atNight, toCome } = hours;
  const counts = await countCalls(trx, known);
  const extended = counts.extended > 0 ? await countExtendedEntries(trx) : 0;
  const excess = counts.added > 0 ? await findCallExcess(trx, firm, counts.added) : undefined;
  return {
    fault: excess ?? null,
    charged: chargedColumn(file),
    ...counts,
    unanswered: file.unanswered,
    internal: file.internal + file.unknown,
    private: hidden,
    withCode: await countWithCode(trx, firm),
    earliest,
    latest,
    atNight,
    isZoneDoubtful: isZoneDoubtful(hours),
    notices: [...previewNotices(file, source), ...laterNotices({ toCome, extended })],
    ownParties: await listPartiesOfFile(trx, firm, previewedParties),
    calls: await listFirstCalls(trx, previewedCalls),
    refused: file.problemCount,
    refusedRows: file.problems,
  };
}

const nothing = {
  charged: null,
  added: 0,
  extended: 0,
  repeated: 0,
  unanswered: 0,
  internal: 0,
  private: 0,
  withCode: 0,
  earliest: null,
  latest: null,
  atNight: 0,
  isZoneDoubtful: false,
  notices: [],
  ownParties: [],
  calls: [],
  refused: 0,
  refusedRows: [],
};

async function previewSource(
  trx: Trx,
  firm: FirmScope,
  of: { upload: CallUpload; source: StoredSource | undefined; system: CallSystem },
): Promise<CallImportPreview['source']> {
  const { upload, source, system } = of;
  const zone = chooseZone(upload, source);
  if (source) return { _id: source.id, name: source.name, system: source.system, zone };
  return { _id: null, name: await nameOfNewSource(trx, firm, { ...upload, system }), system, zone };
}

function laterNotices(calls: { toCome: number; extended: number }): string[] {
  return [...toComeNotices(calls.toCome), ...extendedNotices(calls.extended)];
}

function toComeNotices(calls: number): string[] {
  if (calls === 0) return [];
  return [
    `${calls === 1 ? 'One call begins' : `${calls} calls begin`} at a time that is to come. ` +
      'Check the order of day and month, the zone, and the clock of the telephone system.',
  ];
}

function extendedNotices(calls: number): string[] {
  if (calls === 0) return [];
  return [
    calls === 1
      ? 'The file has a further part of one call that is recorded already. Its entry stays as it ' +
        'is. To charge that part, undo the call under Calls, and record it again.'
      : `The file has further parts of ${calls} calls that are recorded already. Their entries ` +
        'stay as they are. To charge these parts, undo the calls under Calls, and record them ' +
        'again.',
  ];
}

/** The column of the time that was talked. */
const charged: Record<Exclude<CallSystem, 'csv'>, string> = {
  asterisk: 'billsec',
  'asterisk-custom': 'billsec',
  freepbx: 'billsec',
  freeswitch: 'billsec',
  '3cx': 'duration, from the answer to the end',
  yeastar: 'Talk Duration',
  teams: 'Duration Seconds',
  'teams-direct-routing': 'duration',
  cucm: 'duration, from the answer to the end',
};

function chargedColumn({ system, mapping }: CallFile): string | null {
  return system === 'csv' ? (mapping.seconds ?? null) : charged[system];
}

/** Names of columns that mostly count from the first ring. */
const perhapsRinging = /^(?:call )?(?:duration|length)$/i;

function previewNotices(file: CallFile, source: StoredSource | undefined): string[] {
  const { system, mapping, lines, unknown } = file;
  const { seconds = '' } = mapping;
  const notices = oddities(file);
  if (unknown > 0)
    notices.push(
      `Of the calls that are counted as internal, ${unknown} may be lost: neither of their ` +
        'numbers is an extension, or a number of an attorney. Add the numbers of your own ' +
        'telephones to the extensions, then import the file.',
    );
  if (system === 'freepbx' && lines % 100 === 0)
    notices.push(
      `The file has exactly ${lines} lines. FreePBX writes only as many as its field “Result ` +
        'limit” says, so calls may be missing: raise it and export again.',
    );
  if (system === '3cx' && source === undefined)
    notices.push(
      '3CX mostly writes its times in UTC. Compare the first calls, and choose the zone.',
    );
  if (system === 'csv' && perhapsRinging.test(seconds))
    notices.push(
      `Calls are as long as the column “${seconds}” says. If it counts the ringing too, choose ` +
        'a column of the time that was talked, or calls are charged too long.',
    );
  return notices;
}

/** Notices about lines and cells that were not read literally. */
function oddities(file: CallFile): string[] {
  const { short, unread, misread } = file;
  const { calls, example } = unread;
  const notices = [...headerNotices(file), ...misreadNotices(misread)];
  if (short > 0)
    notices.push(
      `${short === 1 ? 'One line ends' : `${short} lines end`} early. ` +
        'What is missing there is taken as empty.',
    );
  if (calls > 0)
    notices.push(
      `The other number of ${calls === 1 ? 'one call' : `${calls} calls`} cannot be read, ` +
        `such as “${example}”. These calls have no number, as if it had been hidden. ` +
        'Numbers that a spreadsheet rounded are only in the file as the telephone system wrote it.',
    );
  return notices;
}
