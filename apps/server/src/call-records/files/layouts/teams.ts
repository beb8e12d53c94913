import {
  type CallLayout,
  type CallLine,
  type OwnNumbers,
  problem,
  type ReadStart,
} from '../call-leg.ts';
import { readParty, toOtherParty } from '../parties.ts';
import { readSeconds } from '../times.ts';
import { cellsByName, hasColumns } from './cells.ts';

type Facts = {
  id: string;
  callId: string;
  user: string;
  otherParty: string;
  isOutgoing: boolean;
  isForwarded: boolean;
  start: { column: string; text: string };
  length: { column: string; text: string };
};

/** The user's email names the attorney, times are UTC. */
function toCallLine(facts: Facts, own: OwnNumbers, readStart: ReadStart): CallLine {
  const { start: startCell, length } = facts;
  const read = readStart(startCell.text);
  if (typeof read === 'string') return problem(startCell.column, read);
  // Both reports are in UTC, with or without the letter.
  const start =
    'at' in read ? read : { at: new Date(`${read.local.replace(' ', 'T')}Z`).toISOString() };
  const seconds = readSeconds(length.text);
  if (seconds === undefined)
    return problem(length.column, `"${length.text.slice(0, 40)}" is no length in seconds.`);
  if (seconds === 0) return { kind: 'unanswered' };
  const parties = toParties(facts, own);
  if (parties === undefined) return { kind: 'internal' };
  return {
    kind: 'leg',
    leg: {
      key: facts.id,
      callKey: facts.callId || facts.id,
      start,
      seconds,
      ...parties,
      accountCode: null,
    },
  };
}

/** Undefined for a call without a user, and for one to another telephone of the firm. */
function toParties({ user, otherParty, isOutgoing, isForwarded }: Facts, own: OwnNumbers) {
  const ownParty = user.toLowerCase();
  const other = readParty(otherParty, own.outsidePrefix);
  const isOfFirm = other !== null && own.isOwn(other);
  if (ownParty === '' || (isOfFirm && !isForwarded)) return undefined;
  // Forwarded to a telephone of the firm, it is the call of a person who is not named.
  if (isOfFirm) return { direction: 'in' as const, ownParty, otherParty: null };
  return {
    direction: isOutgoing ? ('out' as const) : ('in' as const),
    ownParty,
    ...toOtherParty(otherParty, other),
  };
}

/**
 * `PSTN.calls.*.csv` of the usage report. The caller ID of an incoming call is the number that
 * received it, so that the number outside may be unknown.
 */
export const teams: CallLayout = {
  system: 'teams',
  fits: ([head]) => hasColumns(head, 'UsageId', 'Call ID', 'UPN', 'Call Type', 'Duration Seconds'),
  headLines: () => 1,
  reader: (head, own, readStart) => {
    const cell = cellsByName(head);
    return (cells) => {
      const type = cell(cells, 'Call Type').toLowerCase();
      const isOutgoing = type.includes('out');
      const facts = {
        // Two calls of one meeting have the same Call ID.
        id: cell(cells, 'UsageId'),
        callId: cell(cells, 'UsageId'),
        user: cell(cells, 'UPN'),
        otherParty: isOutgoing ? cell(cells, 'Destination Number') : '',
        isOutgoing,
        isForwarded: type.includes('forward'),
        start: { column: 'Start Time', text: cell(cells, 'Start Time') },
        length: { column: 'Duration Seconds', text: cell(cells, 'Duration Seconds') },
      };
      if (facts.id === '') return problem('UsageId', 'The usage id is missing.');
      return toCallLine(facts, own, readStart);
    };
  },
};

/** The records of Direct Routing, by the names of Graph's `directRoutingLogRow`. */
export const teamsDirectRouting: CallLayout = {
  system: 'teams-direct-routing',
  fits: ([head]) =>
    hasColumns(head, 'correlationId', 'userPrincipalName', 'callerNumber', 'calleeNumber'),
  headLines: () => 1,
  reader: (head, own, readStart) => {
    const cell = cellsByName(head);
    return (cells) => {
      const type = cell(cells, 'callType').toLowerCase();
      const isOutgoing = type.includes('out');
      if (/^(?:false|no|0)$/i.test(cell(cells, 'successfulCall'))) return { kind: 'unanswered' };
      const facts = {
        id: cell(cells, 'id') || cell(cells, 'correlationId'),
        callId: cell(cells, 'sharedCorrelationId') || cell(cells, 'correlationId'),
        user: cell(cells, 'userPrincipalName'),
        otherParty: cell(cells, isOutgoing ? 'calleeNumber' : 'callerNumber'),
        isOutgoing,
        isForwarded: type.includes('forward'),
        start: { column: 'startDateTime', text: cell(cells, 'startDateTime') },
        length: { column: 'duration', text: cell(cells, 'duration') },
      };
      if (facts.id === '') return problem('id', 'The id of the call is missing.');
      return toCallLine(facts, own, readStart);
    };
  },
};
