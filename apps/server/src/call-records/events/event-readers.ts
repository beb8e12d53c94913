import { createHash } from 'node:crypto';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import { hours } from '../../platform/core/clock.ts';
import {
  type CallLeg,
  type CallStart,
  type OwnNumbers,
  readAccountCode,
} from '../files/call-leg.ts';
import { findParties, isInside, readParty, toOtherParty } from '../files/parties.ts';
import { createStarts, type DayOrder, readEpoch, readSeconds } from '../files/times.ts';
import { type EventItem, flatten } from './event-items.ts';

/** A call, with the number that its system gave to it; or the reason why it is not taken. */
export type EventCall = { leg: CallLeg; systemId: string | null } | { reason: string };
/** Own numbers of the firm, and how starts of its telephone system are read. */
type Own = OwnNumbers & { readStart: ReadEventStart };
type ReadEvent = (item: EventItem, own: Own) => EventCall;

/** The reader for calls that a telephone system sends; those without a form of their own: JSON. */
export function eventReader(system: CallSystem): ReadEvent {
  if (system === '3cx') return read3cx;
  if (system === 'yeastar') return readYeastar;
  return system === 'freeswitch' ? readFreeswitch : readPlain;
}

const reasons = {
  unanswered: { reason: 'Nobody answered.' },
  internal: { reason: 'The call is between two people of the firm.' },
  unknown: { reason: 'Neither number is an extension, email or number of the firm.' },
} as const;

function wrong(name: string, value: string, kind: string): EventCall {
  return { reason: `“${name}”: “${shown(value)}” is ${kind}.` };
}

/** Digits as telephone numbers are written, and as days are. */
const longNumber = /\+?\d[\d\s().-]{3,}\d/g;
const day = /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-.])\d{1,2}\2\d{4})(?:\s\d{1,2})?$/;

/** The start of a value, without long numbers, and without what JSON in PostgreSQL cannot hold. */
function shown(value: string): string {
  const text = value
    .slice(0, 500)
    .replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
    .replace(longNumber, (number) => (day.test(number) ? number : '*****'));
  return Array.from(text).slice(0, 40).join('');
}

type Parts = {
  parties: ReturnType<typeof findParties>;
  start: CallStart | string;
  startText: [name: string, value: string];
  lengthText: [name: string, value: string];
  code: string;
  /** One for all parts of a call. */
  id: string;
  callId: string;
};

/** Calls of events and of files never have a key in common: they are compared by their values. */
function toCall({ parties, start, startText, lengthText, code, ...of }: Parts): EventCall {
  const seconds = readSeconds(lengthText[1]);
  if (seconds === undefined) return wrong(...lengthText, 'no length of a call');
  if (seconds === 0) return reasons.unanswered;
  if (typeof start === 'string') return wrong(...startText, start);
  if (typeof parties === 'string') return reasons[parties];
  const written = [JSON.stringify(start), parties.ownParty, parties.otherParty, parties.direction];
  const hash = createHash('sha256').update(written.join(' ')).digest('base64url').slice(0, 22);
  const key = `event ${of.id === '' ? `#${hash}` : of.id}`;
  const callKey = of.callId === '' ? key : `event ${of.callId}`;
  const leg = { ...parties, key, callKey, start, seconds, accountCode: readAccountCode(code) };
  return { leg, systemId: of.id === '' ? null : of.id };
}

function findValue(item: EventItem) {
  return (...names: string[]): string => {
    for (const name of names) {
      const value = item.get(name);
      if (value !== undefined) return value;
    }
    return '';
  };
}

/** As our template sends it; 3CX gives no number of the call. */
function read3cx(item: EventItem, own: Own): EventCall {
  const value = findValue(item);
  const kind = value('callType').toLowerCase();
  if (kind === 'missed' || kind === 'notanswered') return reasons.unanswered;
  if (kind !== 'inbound' && kind !== 'outbound')
    return wrong('callType', value('callType'), 'neither Inbound nor Outbound');
  const ownParty = readParty(value('agent', 'agentEmail'), '');
  const started = value('startedAt');
  const other = readParty(value('number'), own.outsidePrefix);
  const direction = kind === 'inbound' ? 'in' : 'out';
  return toCall({
    parties: partiesFrom({ ownParty, other, written: value('number'), direction }, own),
    start: own.readStart(started),
    startText: ['startedAt', started],
    lengthText: ['duration', value('duration')],
    code: value('accountCode'),
    id: '',
    callId: '',
  });
}

type Sides = {
  ownParty: string | null;
  other: string | null;
  written: string;
  direction: 'in' | 'out';
};

function partiesFrom({ ownParty, other, written, direction }: Sides, own: OwnNumbers) {
  if (ownParty === null) return 'unknown';
  return isInside(other, own)
    ? 'internal'
    : { direction, ownParty, ...toOtherParty(written, other) };
}

/** As Yeastar's examples have it, and its table of values. */
const answered = new Set(['ANSWERED', 'ANSWERD']);

/**
 * Event 30012 of the P-Series, whose `msg` is a text or an object; `NewCdr` of the S-Series, which
 * is an `action` in the first version of its interface.
 */
function readYeastar(item: EventItem, own: Own): EventCall {
  const named = item.get('event') ?? item.get('action');
  if (named === undefined ? item.get('type') !== '30012' : named !== 'NewCdr')
    return { reason: 'The event is no finished call: 30012 of the P-Series, or NewCdr.' };
  const value = findValue(named === undefined ? readMessage(item) : item);
  const status = value('status').toUpperCase();
  if (status === '') return wrong('status', status, 'no status of a call');
  if (!answered.has(status)) return reasons.unanswered;
  if (value('type').toLowerCase() === 'internal') return reasons.internal;
  const started = value('time_start', 'timestart');
  const callId = value('call_id', 'callid');
  return toCall({
    parties: findParties(
      { from: value('call_from', 'callfrom'), to: value('call_to', 'callto') },
      own,
    ),
    start: own.readStart(started),
    startText: ['time_start', started],
    lengthText: ['talk_duration', value('talk_duration', 'talkduraction', 'talkduration')],
    code: value('pin_code', 'pincode'),
    id: value('uid') || callId,
    callId: callId === '' ? '' : `${callId} ${started.slice(0, 10)}`,
  });
}

function readMessage(item: EventItem): EventItem {
  const text = item.get('msg');
  if (text !== undefined) return flatten(parseObject(text));
  return new Map([...item].map(([name, value]) => [name.replace(/^msg\./, ''), value]));
}

function parseObject(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** A record of `mod_xml_cdr` as XML or JSON; each of the two legs of a call comes for itself. */
function readFreeswitch(item: EventItem, own: Own): EventCall {
  const value = findValue(item);
  const variable = (name: string) => decoded(value(`variables.${name}`));
  const profile = (name: string) =>
    decoded(value(`callflow.caller_profile.${name}`, `callflow.0.caller_profile.${name}`));
  const epoch = variable('start_epoch');
  const stamp = variable('start_stamp');
  const isAnswered = !['', '0'].includes(variable('answer_epoch') || variable('answer_stamp'));
  if (!isAnswered) return reasons.unanswered;
  const id = variable('uuid');
  const legs = [id, variable('bridge_uuid')].filter((uuid) => uuid !== '').toSorted();
  return toCall({
    parties: findParties(
      {
        from: profile('caller_id_number') || variable('caller_id_number'),
        to: profile('destination_number') || variable('destination_number'),
      },
      own,
    ),
    start: readEpoch(epoch) ?? own.readStart(stamp),
    startText: ['start_stamp', stamp],
    lengthText: ['billsec', variable('billsec')],
    code: variable('accountcode'),
    id,
    callId: legs[0] ?? '',
  });
}

/** FreeSWITCH encodes values as in a URL; a `+` stays. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `{id?, startedAt, seconds, direction, ownParty, otherParty, accountCode?}`. */
function readPlain(item: EventItem, own: Own): EventCall {
  const value = findValue(item);
  const direction = value('direction');
  if (direction !== 'in' && direction !== 'out')
    return wrong('direction', direction, 'neither in nor out');
  const started = value('startedAt');
  const id = value('id');
  const written = value('otherParty');
  const other = readParty(written, own.outsidePrefix);
  const ownParty = readParty(value('ownParty'), '');
  return toCall({
    parties: partiesFrom({ ownParty, other, written, direction }, own),
    start: own.readStart(started),
    startText: ['startedAt', started],
    lengthText: ['seconds', value('seconds')],
    code: value('accountCode'),
    id,
    callId: id,
  });
}

/** Reads the start of a call; a string is what is wrong with it. */
type ReadEventStart = (text: string) => CallStart | string;

/** Events come as calls end, or after an outage. The two days of `03/04/2026` are farther apart. */
const [longestAgo, longestAhead] = [hours(14 * 24), hours(48)];

const none = 'no date with a time';
const open = 'a day whose order does not show: let the telephone system write the year first';

/**
 * Reads days as `03/04/2026` in the order of the telephone system's files; without one in the order
 * that makes the call a recent one, because there is no user to choose.
 */
export function eventStarts({
  dateOrder,
  now,
}: {
  dateOrder: DayOrder | null;
  now: Date;
}): ReadEventStart {
  const isRecent = (start: CallStart): boolean => {
    const at = Date.parse('at' in start ? start.at : `${start.local.replace(' ', 'T')}Z`);
    return at > now.getTime() - longestAgo && at < now.getTime() + longestAhead;
  };
  return (text) => {
    const read = orders(dateOrder)
      .map((order) => createStarts(order).read(text))
      .filter((start) => typeof start !== 'string');
    const [first, second] = read;
    if (first === undefined) return none;
    if (second === undefined || JSON.stringify(first) === JSON.stringify(second)) return first;
    const recent = read.filter(isRecent);
    return recent.length === 1 && recent[0] ? recent[0] : open;
  };
}

function orders(dateOrder: DayOrder | null): readonly DayOrder[] {
  return dateOrder === null ? ['DMY', 'MDY'] : [dateOrder];
}
