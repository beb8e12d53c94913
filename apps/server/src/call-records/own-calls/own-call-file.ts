import { createHash } from 'node:crypto';
import { ownCallLimits, type OwnCallFile } from '@recoup/contract/call-records/own-call-endpoints';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { callSystemNames } from '@recoup/contract/call-records/rules';
import { invalidField } from '../../platform/core/app-error.ts';
import type { Problem } from '../../platform/csv/problems.ts';
import { splitIntoChunks } from '../../platform/csv/text-chunks.ts';
import type { CallLeg } from '../files/call-leg.ts';
import { type CallFileOptions, readCallFile } from '../files/read-call-file.ts';
import { isXml, type LogCall, readCallLog, tooManyCalls } from '../files/read-call-log.ts';

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
