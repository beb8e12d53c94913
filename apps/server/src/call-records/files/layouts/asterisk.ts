import {
  type CallLayout,
  type CallLine,
  type Cells,
  readAccountCode,
  type OwnNumbers,
  problem,
  type ReadStart,
} from '../call-leg.ts';
import { channelExtension, findParties } from '../parties.ts';
import { isStart, readSeconds } from '../times.ts';
import { cellsByName, hasColumns, lineKey, roundedNumber } from './cells.ts';

/** Fields that Asterisk's formats and FreePBX have in common. */
type AsteriskCall = {
  src: string;
  dst: string;
  channel: string;
  dstchannel: string;
  start: string;
  billsec: string;
  disposition: string;
  accountcode: string;
  uniqueid: string;
  linkedid: string;
  sequence: string;
};

/**
 * An unanswered call has an empty `answer`, so its length decides nothing: the disposition does.
 */
function toCallLine(
  call: AsteriskCall,
  cells: Cells,
  { own, readStart, startName }: { own: OwnNumbers; readStart: ReadStart; startName: string },
): CallLine {
  const seconds = readSeconds(call.billsec);
  if (seconds === undefined)
    return problem('billsec', `"${call.billsec.slice(0, 40)}" is no length in seconds.`);
  const start = readStart(call.start);
  if (typeof start === 'string') return problem(startName, start);
  if (call.disposition.toUpperCase() !== 'ANSWERED' || seconds === 0) return { kind: 'unanswered' };
  const parties = findParties(
    {
      from: call.src,
      to: call.dst,
      fromInside: channelExtension(call.channel),
      toInside: channelExtension(call.dstchannel),
    },
    own,
  );
  if (typeof parties === 'string') return { kind: parties };
  const rounded = roundedNumber([call.uniqueid, call.linkedid]);
  if (rounded !== undefined) return problem('uniqueid', rounded);
  const key = recordKey(call, cells);
  return {
    kind: 'leg',
    leg: {
      ...parties,
      key,
      callKey: call.linkedid || call.uniqueid || key,
      start,
      seconds,
      accountCode: readAccountCode(call.accountcode),
    },
  };
}

/**
 * The number of the call with that of its record, or with its text where a system writes no
 * sequence: a queue writes several records with one number.
 */
function recordKey({ uniqueid, sequence }: AsteriskCall, cells: Cells): string {
  if (uniqueid !== '' && sequence !== '') return `${uniqueid} ${sequence}`;
  return uniqueid === '' ? lineKey(cells) : `${uniqueid} ${lineKey(cells)}`;
}

const unique = /^\S*\d\.\d+$/;

/**
 * `Master.csv`, 16 to 21 columns: the settings of the system decide whether `uniqueid`,
 * `userfield` and the three new columns are there. Of 17, the last is the unique id if it looks so.
 */
export const asterisk: CallLayout = {
  system: 'asterisk',
  fits: ([first = []]) => first.length >= 16 && first.length <= 21 && isStart(first[9]),
  headLines: () => 0,
  // Its settings may have changed between two lines.
  mayBeLonger: true,
  reader: (_head, own, readStart) => (cells) => {
    const added = cells.slice(16);
    const newer = added.length >= 3 ? added.slice(-3) : [];
    const [first = ''] = added.length >= 3 ? added.slice(0, -3) : added;
    const at = cellAt(cells);
    const call = {
      src: at(1),
      dst: at(2),
      channel: at(5),
      dstchannel: at(6),
      start: at(9),
      billsec: at(13),
      disposition: at(14),
      accountcode: at(0),
      uniqueid: unique.test(first) ? first : '',
      linkedid: newer[1] ?? '',
      sequence: newer[2] ?? '',
    };
    return toCallLine(call, cells, { own, readStart, startName: 'start' });
  },
};

/** The sample mapping of `cdr_custom`, 19 columns. Told from `Master.csv` by the first date. */
export const asteriskCustom: CallLayout = {
  system: 'asterisk-custom',
  fits: ([first = []]) => first.length >= 17 && first.length <= 21 && isStart(first[8]),
  headLines: () => 0,
  reader: (_head, own, readStart) => (cells) => {
    const at = cellAt(cells);
    const call = {
      src: at(1),
      dst: at(2),
      channel: at(4),
      dstchannel: at(5),
      start: at(8),
      billsec: at(12),
      disposition: at(13),
      accountcode: at(15),
      uniqueid: at(16),
      linkedid: '',
      sequence: at(18),
    };
    return toCallLine(call, cells, { own, readStart, startName: 'start' });
  },
};

/** The reports of FreePBX as CSV, with a header. */
export const freepbx: CallLayout = {
  system: 'freepbx',
  fits: ([head]) => hasColumns(head, 'calldate', 'billsec', 'uniqueid', 'disposition'),
  headLines: () => 1,
  reader: (head, own, readStart) => {
    const cell = cellsByName(head);
    return (cells) => {
      const call = {
        // The person who answered or dialled, where the caller shows the firm's main number.
        src: cell(cells, 'src'),
        dst: cell(cells, 'dst'),
        channel: cell(cells, 'channel'),
        dstchannel: cell(cells, 'dstchannel'),
        start: cell(cells, 'calldate'),
        billsec: cell(cells, 'billsec'),
        disposition: cell(cells, 'disposition'),
        accountcode: cell(cells, 'accountcode'),
        uniqueid: cell(cells, 'uniqueid'),
        linkedid: cell(cells, 'linkedid'),
        sequence: cell(cells, 'sequence'),
      };
      return toCallLine(call, cells, { own, readStart, startName: 'calldate' });
    };
  },
};

/** FreeSWITCH `Master.csv` with the names of its template as a header. */
export const freeswitch: CallLayout = {
  system: 'freeswitch',
  fits: ([head]) => hasColumns(head, 'caller_id_number', 'destination_number', 'billsec', 'uuid'),
  headLines: () => 1,
  reader: (head, own, readStart) => {
    const cell = cellsByName(head);
    return (cells) => {
      const call = {
        src: cell(cells, 'caller_id_number'),
        dst: cell(cells, 'destination_number'),
        channel: '',
        dstchannel: '',
        start: cell(cells, 'start', 'start_stamp'),
        billsec: cell(cells, 'billsec'),
        disposition: cell(cells, 'answer', 'answer_stamp') === '' ? 'NO ANSWER' : 'ANSWERED',
        accountcode: cell(cells, 'accountcode'),
        uniqueid: cell(cells, 'uuid'),
        linkedid: cell(cells, 'bridge_uuid', 'bleg_uuid'),
        sequence: '',
      };
      return toCallLine(call, cells, { own, readStart, startName: 'start' });
    };
  },
};

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** FreeSWITCH `Master.csv` of its template `example`, which has no header. */
export const freeswitchExample: CallLayout = {
  system: 'freeswitch',
  fits: ([first = []]) => isStart(first[4]) && uuid.test(first[10] ?? ''),
  headLines: () => 0,
  reader: (_head, own, readStart) => (cells) => {
    const at = cellAt(cells);
    const call = {
      src: at(1),
      dst: at(2),
      channel: '',
      dstchannel: '',
      start: at(4),
      billsec: at(8),
      disposition: at(5) === '' ? 'NO ANSWER' : 'ANSWERED',
      accountcode: at(12),
      uniqueid: at(10),
      linkedid: at(11),
      sequence: '',
    };
    return toCallLine(call, cells, { own, readStart, startName: 'start_stamp' });
  },
};

/** The same of its template `asterisk`: the columns of Asterisk, but the cause of the hang-up. */
export const freeswitchAsterisk: CallLayout = {
  system: 'freeswitch',
  fits: ([first = []]) => isStart(first[9]) && uuid.test(first[16] ?? ''),
  headLines: () => 0,
  reader: (_head, own, readStart) => (cells) => {
    const at = cellAt(cells);
    const call = {
      src: at(1),
      dst: at(2),
      channel: '',
      dstchannel: '',
      start: at(9),
      billsec: at(13),
      disposition: at(10) === '' ? 'NO ANSWER' : 'ANSWERED',
      accountcode: at(0),
      uniqueid: at(16),
      linkedid: '',
      sequence: '',
    };
    return toCallLine(call, cells, { own, readStart, startName: 'start_stamp' });
  },
};

function cellAt(cells: Cells): (place: number) => string {
  return (place) => cells[place] ?? '';
}
