import { createHash } from 'node:crypto';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { type OwnCallFile, ownCallLimits } from '@recoup/contract/call-records/own-call-endpoints';
import { callSystemNames } from '@recoup/contract/call-records/rules';
import { toE164 } from '@recoup/contract/core/phone-numbers';
import { Parser } from 'saxen';
import { invalidField } from '../../platform/core/app-error.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import {
  addProblem,
  createProblemList,
  type Problem,
  reject,
  type Rejection,
} from '../../platform/csv/problems.ts';
import { splitIntoChunks } from '../../platform/csv/text-chunks.ts';
import type { CallLeg } from '../files/call-leg.ts';
import { type CallFileOptions, findOutOfBounds, readCallFile } from '../files/read-call-file.ts';

type StagedLeg = CallLeg & { row: number };

type Reading = {
  text: string;
  mapping: CallMapping | undefined;
  /** The party of the attorney, by which the calls are stored. */
  ownParty: string;
  /** Parties of other people of the firm. */
  partiesOfOthers: ReadonlySet<string>;
  matterNumbers: ReadonlySet<string>;
  onLegs: (legs: StagedLeg[]) => Promise<void>;
};

/** `others`: calls that are left where they are. `shape`: a user may map the columns. */
export type OwnCalls = {
  road: OwnCallFile;
  columns?: string[];
  mapping?: CallMapping;
  isOrderOpen: boolean;
  others: number;
} & ({ ok: true; problems: Problem[]; problemCount: number } | { ok: false; message: string });

/**
 * Reads the log or bill of a cell phone, and hands on only calls with a number of a matter. Throws
 * `invalid_input` for the file of a telephone system, and for more calls than a phone can have.
 */
export async function readOwnCalls(reading: Reading): Promise<OwnCalls> {
  const sieve = createSieve(reading);
  if (!isXml(reading.text)) return readBill(reading, sieve);
  const log = await readCallLog(reading.text, {
    mostCalls: ownCallLimits.calls,
    onCalls: async (calls) => handOn(reading, sieve.keep(calls)),
  });
  const read = { road: 'log', isOrderOpen: false, others: sieve.others() } as const;
  return { ...log, ...read };
}

async function readBill(reading: Reading, sieve: Sieve): Promise<OwnCalls> {
  const { text, mapping, ownParty, partiesOfOthers, matterNumbers } = reading;
  const loadSettings: CallFileOptions['loadSettings'] = async ({ system }) => {
    if (system !== 'csv')
      throw invalidField(
        'fileStream',
        `This is a file of ${callSystemNames[system]}. The firm admin imports it under Calls.`,
      );
    // The own number of a line is the one that no matter has.
    const isOwn = (party: string) => !matterNumbers.has(party);
    return Promise.resolve({ own: { isOwn, outsidePrefix: '' }, mapping, ownParty });
  };
  const file = await readCallFile(splitIntoChunks(text), {
    loadSettings,
    onLegs: async (legs) =>
      handOn(
        reading,
        sieve.keep(
          legs.map((leg) =>
            partiesOfOthers.has(leg.ownParty) ? { ...leg, otherParty: null } : leg,
          ),
        ),
      ),
  });
  const shape = file.ok ? file : file.shape;
  const read = {
    road: 'bill' as const,
    ...(shape && { columns: shape.columns, mapping: shape.mapping }),
    isOrderOpen: file.isOrderOpen === true,
    others: sieve.others() + (file.ok ? file.internal + file.unknown : 0),
  };
  if (!file.ok) return { ...read, ok: false, message: withoutNumbers(file.message) };
  const { problemCount } = file;
  const problems = file.problems.map((each) => ({
    ...each,
    message: withoutNumbers(each.message),
  }));
  return { ...read, ok: true, problems, problemCount };
}

/** Sentences repeat cells, and one that was mistaken for another may be the number of a person. */
function withoutNumbers(message: string): string {
  return message.replace(/\+?\d[\d\s().-]{4,}\d/g, '…');
}

async function handOn({ onLegs }: Reading, legs: StagedLeg[]): Promise<void> {
  if (legs.length > 0) await onLegs(legs);
}

type Sieve = { keep: (calls: readonly LogCall[]) => StagedLeg[]; others: () => number };

function createSieve({ matterNumbers, ownParty }: Reading): Sieve {
  const callsOfDay = new Map<string, number>();
  let [row, others] = [0, 0];
  const keepCall = ({ start, seconds, direction, otherParty }: LogCall): StagedLeg[] => {
    row += 1;
    if (row > ownCallLimits.calls)
      throw invalidField('fileStream', tooManyCalls(ownCallLimits.calls));
    if (otherParty === null || !matterNumbers.has(otherParty)) {
      others += 1;
      return [];
    }
    const written = 'at' in start ? start.at : start.local;
    const day = written.slice(0, 10);
    callsOfDay.set(day, (callsOfDay.get(day) ?? 0) + 1);
    if ((callsOfDay.get(day) ?? 0) > ownCallLimits.callsOfDay)
      throw invalidField('fileStream', tooManyOfDay(day));
    const key = keyOfCall([written, String(seconds), direction, otherParty]);
    const leg = { key, callKey: key, start, seconds, direction, ownParty, otherParty };
    return [{ ...leg, accountCode: null, row }];
  };
  return { keep: (calls) => calls.flatMap(keepCall), others: () => others };
}

/** The same call in another file of the same phone has the same values. */
function keyOfCall(values: readonly string[]): string {
  return createHash('sha256').update(values.join(' ')).digest('base64url').slice(0, 22);
}

function tooManyOfDay(day: string): string {
  return (
    `The file has more than ${ownCallLimits.callsOfDay} calls with clients on ${day}. ` +
    'Check that it is of one phone, and that its columns are chosen right.'
  );
}

type LogCall = Pick<CallLeg, 'start' | 'seconds' | 'direction' | 'otherParty'>;

type LogOptions = { onCalls: (calls: LogCall[]) => Promise<void>; mostCalls: number };

type CallLog = { ok: true; problems: Problem[]; problemCount: number };

/** A text that is XML rather than CSV. */
function isXml(text: string): boolean {
  return /^\uFEFF?\s*</.test(text.slice(0, 1000));
}

/**
 * Reads the call log of an Android as the app SMS Backup & Restore writes it (D3 D): answered calls
 * alone. A parser takes the whole text at once, so it gets one piece after the other, and other
 * requests go between them. Refuses a document type, whose entities could make a long text.
 */
export async function readCallLog(
  text: string,
  { onCalls, mostCalls }: LogOptions,
): Promise<CallLog | Rejection> {
  const pause = createPauses();
  const problems = createProblemList();
  let row = 0;
  for (const piece of wellFormedPieces(text.trim())) {
    const read = readBoundedPiece(piece);
    if (typeof read === 'string') return reject(read);
    const calls: LogCall[] = [];
    for (const attributes of read) {
      row += 1;
      if (row > mostCalls) return reject(tooManyCalls(mostCalls));
      const call = readCall(attributes);
      if (typeof call === 'string') addProblem(problems, row, '', call);
      else if (call !== undefined) calls.push(call);
      await pause();
    }
    if (calls.length > 0) await onCalls(calls);
  }
  return { ok: true, problems: problems.listed, problemCount: problems.count };
}

function tooManyCalls(most: number): string {
  return `The file has more than ${most} calls, the most that are read. Hand in a shorter period.`;
}

const pieceLength = 1 << 16;
/** A piece is longer only if one call, or what stands between two, is: no log has such. */
const mostOfPiece = 4 * pieceLength;
const [opened, closed] = ['<calls>', '</calls>'];

/** Parts of the document that end before a call, each with the root around it. */
function* wellFormedPieces(text: string): Generator<string> {
  const nextCall = /<call[\s/>]/g;
  for (let at = 0; at < text.length; ) {
    nextCall.lastIndex = at + pieceLength;
    const end = nextCall.exec(text)?.index ?? text.length;
    const isLast = end === text.length;
    yield `${at === 0 ? '' : opened}${text.slice(at, end)}${isLast ? '' : closed}`;
    at = end;
  }
}

type Attributes = Readonly<Record<string, string>>;

const damaged =
  'The file is no whole XML: it may have been cut off. Make the backup of the calls again.';
const otherFile =
  'The file is no log of calls. In SMS Backup & Restore, back up the call log, and choose the ' +
  'file whose name begins with “calls”.';

/** The parser holds the process for a whole piece: of a long one it gets the beginning alone. */
function readBoundedPiece(piece: string): Attributes[] | string {
  if (piece.length <= mostOfPiece) return readPiece(piece);
  const fault = readPiece(piece.slice(0, mostOfPiece));
  return typeof fault === 'string' ? fault : damaged;
}

/** The attributes of the calls in a piece, or why it is not taken. */
function readPiece(piece: string): Attributes[] | string {
  const calls: Attributes[] = [];
  let fault: string | undefined;
  let depth = 0;
  const parser = new Parser();
  const refuse = (message: string): void => {
    fault ??= message;
    parser.stop();
  };
  parser.on('openTag', (name, getAttributes, decode, isClosed) => {
    if (name !== ['calls', 'call'][depth]) return refuse(otherFile);
    if (depth === 1) calls.push(readAttributes(getAttributes, decode));
    if (!isClosed) depth += 1;
  });
  parser.on('closeTag', (_name, _decode, isClosed) => {
    if (!isClosed) depth -= 1;
  });
  parser.on('attention', () => refuse('XML with a document type is not taken.'));
  parser.on('error', () => refuse(damaged));
  parser.on('warn', () => refuse(damaged));
  parser.parse(piece);
  return fault ?? calls;
}

const needed = ['number', 'duration', 'date', 'type'] as const;
const longest = 300;

/** One character more than a value may have shows that it was longer. */
function readAttributes(
  getAttributes: () => Readonly<Record<string, string>>,
  decode: (text: string) => string,
): Attributes {
  const attributes = getAttributes();
  return Object.fromEntries(
    needed.map((name) => {
      const value = attributes[name] ?? '';
      return [name, decode(value.slice(0, longest + 1)).trim()];
    }),
  );
}

/** Types of answered calls. */
const directions: Readonly<Record<string, 'in' | 'out'>> = { 1: 'in', 2: 'out' };

/** Undefined for an unanswered call, and for other entries of the log. */
function readCall({ number = '', duration = '', date = '', type = '' }: Attributes) {
  if ([number, duration, date, type].some((value) => value.length > longest))
    return `A value of this call has more than ${longest} characters.`;
  const direction = directions[type];
  if (direction === undefined) return undefined;
  if (!/^\d{1,7}$/.test(duration)) return 'The call has no length in seconds.';
  if (!/^\d{12,13}$/.test(date)) return 'The call has no start in milliseconds.';
  const seconds = Number(duration);
  if (seconds === 0) return undefined;
  const otherParty = toE164(number) ?? null;
  const start = { at: new Date(Number(date)).toISOString() };
  const call: LogCall = { start, seconds, direction, otherParty };
  return (
    findOutOfBounds({ ...call, key: '', callKey: '', ownParty: '', accountCode: null }) ?? call
  );
}
