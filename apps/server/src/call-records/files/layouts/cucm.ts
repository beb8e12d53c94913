import { type CallLayout, readAccountCode, problem } from '../call-leg.ts';
import { readEpoch, readSeconds } from '../times.ts';
import { cellsByName, hasColumns } from './cells.ts';
import { findParties } from '../parties.ts';

/** Cisco's value for a wrong code. */
const invalidCode = '9999999999999999';
const isTypes = /^(?:INTEGER|VARCHAR|UNIQUEIDENTIFIER)/i;

/** CDR files of Cisco Unified Communications Manager: names, then types, then calls; UTC. */
export const cucm: CallLayout = {
  system: 'cucm',
  fits: ([head]) =>
    hasColumns(head, 'globalCallID_callId', 'callingPartyNumber', 'dateTimeConnect', 'duration'),
  headLines: ([, second]) => (isTypes.test(second?.[0] ?? '') ? 2 : 1),
  reader: (head, own) => {
    const cell = cellsByName(head);
    return (cells) => {
      const connected = cell(cells, 'dateTimeConnect');
      const length = cell(cells, 'duration');
      const seconds = readSeconds(length);
      if (seconds === undefined)
        return problem('duration', `"${length.slice(0, 40)}" is no length in seconds.`);
      if (seconds === 0 || connected === '0' || connected === '') return { kind: 'unanswered' };
      const start = readEpoch(connected);
      if (start === undefined)
        return problem('dateTimeConnect', `"${connected.slice(0, 40)}" is no time in seconds.`);
      const to = cell(cells, 'finalCalledPartyNumber') || cell(cells, 'originalCalledPartyNumber');
      const parties = findParties({ from: cell(cells, 'callingPartyNumber'), to }, own);
      if (typeof parties === 'string') return { kind: parties };
      const code = cell(cells, 'clientMatterCode');
      const call = [
        cell(cells, 'globalCallId_ClusterID'),
        cell(cells, 'globalCallID_callManagerId'),
        cell(cells, 'globalCallID_callId'),
      ].join('.');
      return {
        kind: 'leg',
        leg: {
          ...parties,
          key: cell(cells, 'pkid') || `${call} ${connected}`,
          callKey: call,
          start,
          seconds,
          accountCode: code === invalidCode ? null : readAccountCode(code),
        },
      };
    };
  },
};
