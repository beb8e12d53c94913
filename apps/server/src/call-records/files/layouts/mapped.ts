import {
  type CallField,
  callFields,
  type CallMapping,
} from '@recoup/contract/call-records/mapping';
import {
  type CallLine,
  type Cells,
  readAccountCode,
  type OwnNumbers,
  problem,
  type ReadStart,
} from '../call-leg.ts';
import { readParty, toOtherParty, findParties } from '../parties.ts';
import { readSeconds } from '../times.ts';
import { columnKey, lineKey } from './cells.ts';

/** Names of the columns in the bills and reports of operators, as `columnKey` writes them. */
const synonyms: Record<CallField, readonly string[]> = {
  start: words('start starttime startdate callstart datetime calldate calltime begin'),
  date: words('date day callday datum'),
  time: words('time timeofday tyd'),
  seconds: words(
    'billsec talktime talkduration talkseconds durationseconds seconds ' +
      'duration length callduration',
  ),
  own: words('extension ext user username agent handset msisdn cellnumber cellphone'),
  other: words('numberdialled dialled dialednumber otherparty othernumber destinationnumber'),
  from: words('from caller callfrom source src callingnumber callingparty'),
  to: words('to called callto destination dst callednumber calledparty'),
  direction: words('direction calldirection type calltype'),
  code: words('accountcode mattercode code pin pincode billcode matter'),
  status: words('status disposition result answered'),
  id: words('uniqueid callid id recordid'),
};

/** The columns of a file by their names; `requested` goes before, '' leaves a column out. */
export function mapCallColumns(head: Cells, requested: CallMapping): CallMapping {
  const byKey = new Map(head.map((header) => [columnKey(header), header] as const).toReversed());
  const { dateOrder, ...columns } = requested;
  const taken = new Set(Object.values(columns));
  const mapping: CallMapping = { ...columns, ...(dateOrder && { dateOrder }) };
  for (const field of callFields) {
    if (mapping[field] !== undefined) continue;
    const found = synonyms[field]
      .map((key) => byKey.get(key))
      .find((header) => header !== undefined && !taken.has(header));
    if (found === undefined) continue;
    mapping[field] = found;
    taken.add(found);
  }
  return mapping;
}

/**
 * Names a missing column, as the end of a sentence; undefined if calls can be read. A file of one
 * person needs no column for the own number.
 */
export function missingColumns(
  head: Cells,
  mapping: CallMapping,
  { isOfOne = false }: { isOfOne?: boolean } = {},
): string | undefined {
  for (const field of callFields) {
    const header = mapping[field];
    if (header !== undefined && header !== '' && !head.includes(header))
      return `no column "${header.slice(0, 60)}"`;
  }
  const has = (...names: CallField[]) => names.every((name) => Boolean(mapping[name]));
  if (!has('start') && !has('date', 'time')) return 'no column for the start of a call';
  if (!has('seconds')) return 'no column for the length of a call';
  return isOfOne ? missingNumber(mapping) : missingNumbers(mapping);
}

function missingNumber({ other, to }: CallMapping): string | undefined {
  return other || to ? undefined : 'no column for the other number of a call';
}

function missingNumbers({ own, other, from, to }: CallMapping): string | undefined {
  return (own && other) || (from && to) ? undefined : 'no columns for the two numbers of a call';
}

/** Behind these cells a line may end early: it then has no account code. */
export function requiredCellCount(head: Cells, mapping: CallMapping): number {
  const needed = callFields.filter((field) => field !== 'code');
  return 1 + Math.max(...needed.map((field) => head.indexOf(mapping[field] ?? '')));
}

/** `ownParty`: of the person whose file it is, where a line names none. */
type MappedOf = { own: OwnNumbers; readStart: ReadStart; ownParty?: string | undefined };

/** Reads the calls of a file with a checked mapping. */
export function mappedReader(
  head: Cells,
  mapping: CallMapping,
  { own, readStart, ownParty }: MappedOf,
) {
  const places = new Map(callFields.map((field) => [field, head.indexOf(mapping[field] ?? '')]));
  const isMessage = messageReader(head);
  return (cells: Cells): CallLine => {
    const cell = (field: CallField) => (cells[places.get(field) ?? -1] ?? '').trim();
    const isOther = () => isNoCall(cell) || isMessage(cells);
    if (ownParty !== undefined && isOther()) return { kind: 'unanswered' };
    const { written, column } = writtenStart(cell, mapping);
    const start = readStart(written);
    if (typeof start === 'string') return problem(column, start);
    const seconds = readSeconds(cell('seconds') || '0');
    if (seconds === undefined) {
      if (ownParty !== undefined && hasOwnNumbersAlone(cell, own)) return { kind: 'unknown' };
      return problem(mapping.seconds ?? '', `"${cell('seconds').slice(0, 40)}" is no length.`);
    }
    if (seconds === 0 || unanswered.has(columnKey(cell('status')))) return { kind: 'unanswered' };
    const parties = partiesIn(cell, mapping, { own, ownParty });
    if (typeof parties === 'string') return { kind: parties };
    const key = keyOfCall(cells, { cell, written });
    const accountCode = readAccountCode(cell('code'));
    const leg = { ...parties, key, callKey: key, start, seconds, accountCode };
    return { kind: 'leg', leg };
  };
}

/**
 * A call with a number of its own is the same in a report with other columns beside it, such as
 * the number of the line.
 */
function keyOfCall(
  cells: Cells,
  { cell, written }: { cell: (field: CallField) => string; written: string },
): string {
  const id = cell('id');
  if (id === '') return lineKey(cells);
  const parties = (['own', 'other', 'from', 'to'] as const).map(cell);
  return `${id} ${lineKey([written, ...parties])}`;
}

function writtenStart(cell: (field: CallField) => string, { start, date = '' }: CallMapping) {
  if (start) return { written: cell('start'), column: start };
  return { written: `${cell('date')} ${cell('time')}`, column: date };
}

/** As `columnKey` writes them; the first are answers to “Answered?”. */
const unanswered = new Set(
  words(
    'no n false 0 nee noanswer notanswered unanswered missed busy failed cancelled canceled ' +
      'voicemail abandoned rejected declined congestion notconnected',
  ),
);

/** Bills have messages and data beside the calls. */
const noCall = /(?<![a-z])(?:sms(?:e?s)?|mms|ussd|data|gprs|internet)(?![a-z])|\d ?[kmg]i?b$/i;

function isNoCall(cell: (field: CallField) => string): boolean {
  return (['direction', 'status', 'seconds'] as const).some((field) => noCall.test(cell(field)));
}

/** Names of columns that say what a line of a bill is, beside those of a direction or status. */
const kinds = new Set(
  words(
    'service servicetype category usage usagetype usagecategory description calldescription ' +
      'details eventtype recordtype transactiontype traffictype chargetype kind',
  ),
);
const messageText = /(?<![a-z])(?:sms(?:e?s)?|mms|ussd|text messages?)(?![a-z])/i;
/** A bundle of a call may have messages too. */
const callText = /voice|call|minute|(?<![a-z])min/i;

/** Tells a message with a client, whose length `1` would be a second. */
function messageReader(head: Cells): (cells: Cells) => boolean {
  const places = [...head.keys()].filter((at) => kinds.has(columnKey(head[at] ?? '')));
  return (cells) =>
    places.some((at) => {
      const text = cells[at] ?? '';
      return messageText.test(text) && !callText.test(text);
    });
}

/** The line is of no client, whatever its length says. */
function hasOwnNumbersAlone(cell: (field: CallField) => string, own: OwnNumbers): boolean {
  return (['other', 'from', 'to'] as const).every((field) => {
    const party = readParty(cell(field), own.outsidePrefix);
    return party === null || own.isOwn(party);
  });
}

/** Not a call in a bundle: `In-bundle`. */
const incoming = /^in$|\b(?:incoming|inbound|received)\b/i;

function partiesIn(
  cell: (field: CallField) => string,
  mapping: CallMapping,
  { own, ownParty: known }: Pick<MappedOf, 'own' | 'ownParty'>,
): ReturnType<typeof findParties> {
  const isOfOne = known !== undefined && (Boolean(mapping.other) || !mapping.from);
  if (!isOfOne && (!mapping.own || !mapping.other))
    return findParties({ from: cell('from'), to: cell('to') }, own);
  const written = cell(mapping.other ? 'other' : 'to');
  const ownParty = readParty(cell('own'), '') ?? known;
  if (ownParty === undefined) return 'unknown';
  const direction = incoming.test(cell('direction')) ? 'in' : 'out';
  const other = readParty(written, own.outsidePrefix);
  return { direction, ownParty, ...toOtherParty(written, other) };
}

function words(list: string): string[] {
  return list.split(/\s+/);
}
