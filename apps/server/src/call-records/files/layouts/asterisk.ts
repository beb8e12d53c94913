import {
  type CallLayout,
  type CallLine,
  type Cells,
  type OwnNumbers,
  problem,
} from '../call-leg.ts';
import { extensionOf } from '../parties.ts';
import { readSeconds, readStart } from '../times.ts';
import { cellsByName, hasColumns } from './columns-by-name.ts';
import { lineKey } from './line-key.ts';
import { partiesOf } from './parties-of-call.ts';

/** What Asterisk's formats and FreePBX have in common. */
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
type Names = { start: string };

/**
 * An unanswered call has an empty `answer`, so its length decides nothing: the disposition does.
 */
function legOf(call: AsteriskCall, cells: Cells, own: OwnNumbers, names: Names): CallLine {
  const seconds = readSeconds(call.billsec);
  if (seconds === undefined)
    return problem('billsec', `"${call.billsec.slice(0, 40)}" is no length in seconds.`);
  const start = readStart(call.start);
  if (start === undefined)
    return problem(names.start, `"${call.start.slice(0, 40)}" is no date with a time.`);
  if (call.disposition.toUpperCase() !== 'ANSWERED' || seconds === 0) return { kind: 'unanswered' };
  const parties = partiesOf(
    {
      from: call.src,
      to: call.dst,
      fromInside: extensionOf(call.channel),
      toInside: extensionOf(call.dstchannel),
    },
    own,
  );
  if (typeof parties === 'string') return { kind: parties };
  const key = keyOf(call, cells);
  return {
    kind: 'leg',
    leg: {
      ...parties,
      key,
      callKey: call.linkedid || call.uniqueid || key,
      start,
      seconds,
      accountCode: call.accountcode || null,
    },
  };
}

/**
 * The number of the call with that of its record, or with its text where a system writes no
 * sequence: a queue writes several records with one number.
 */
function keyOf({ uniqueid, sequence }: AsteriskCall, cells: Cells): string {
  if (uniqueid !== '' && sequence !== '') return `${uniqueid} ${sequence}`;
  return uniqueid === '' ? lineKey(cells) : `${uniqueid} ${lineKey(cells)}`;
}

const date = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const unique = /^\S*\d+\.\d+$/;

/**
 * `Master.csv`, 16 to 21 columns: the settings of the system decide whether `uniqueid`,
 * `userfield` and the three new columns are there. Of 17, the last is the unique id if it looks so.
 */
export const asterisk: CallLayout = {
  system: 'asterisk',
  fits: ([first = []]) => first.length >= 16 && first.length <= 21 && date.test(first[9] ?? ''),
  headLines: () => 0,
  reader: (_head, own) => (cells) => {
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
    return legOf(call, cells, own, { start: 'start' });
  },
};

/** The sample mapping of `cdr_custom`, 19 columns. Told from `Master.csv` by the first date. */
export const asteriskCustom: CallLayout = {
  system: 'asterisk-custom',
  fits: ([first = []]) => first.length >= 17 && first.length <= 21 && date.test(first[8] ?? ''),
  headLines: () => 0,
  reader: (_head, own) => (cells) => {
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
    return legOf(call, cells, own, { start: 'start' });
  },
};

/** The reports of FreePBX as CSV, with a header. */
export const freepbx: CallLayout = {
  system: 'freepbx',
  fits: ([head]) => hasColumns(head, 'calldate', 'billsec', 'uniqueid', 'disposition'),
  headLines: () => 1,
  reader: (head, own) => {
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
      return legOf(call, cells, own, { start: 'calldate' });
    };
  },
};

/** FreeSWITCH `Master.csv` with the names of its template as a header. */
export const freeswitch: CallLayout = {
  system: 'freeswitch',
  fits: ([head]) => hasColumns(head, 'caller_id_number', 'destination_number', 'billsec', 'uuid'),
  headLines: () => 1,
  reader: (head, own) => {
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
      return legOf(call, cells, own, { start: 'start' });
    };
  },
};

function cellAt(cells: Cells): (place: number) => string {
  return (place) => cells[place] ?? '';
}
