import { type CallLayout, readAccountCode, problem } from '../call-leg.ts';
import { readSeconds } from '../times.ts';
import { cellsByName, hasColumns, lastColumnIndex, lineKey } from './cells.ts';
import { findParties } from '../parties.ts';

/** The call detail record of Yeastar's P-Series; its columns differ by firmware. */
export const yeastar: CallLayout = {
  system: 'yeastar',
  fits: ([head]) => hasColumns(head, 'Call From', 'Call To', 'Talk Duration', 'Status'),
  headLines: () => 1,
  leastCells: (head) =>
    1 + lastColumnIndex(head, 'Call From', 'Call To', 'Talk Duration', 'Status'),
  reader: (head, own, readStart) => {
    const cell = cellsByName(head);
    return (cells) => {
      const written = cell(cells, 'Time', 'Start Time');
      const start = readStart(written);
      if (typeof start === 'string') return problem('Time', start);
      const talked = cell(cells, 'Talk Duration');
      const seconds = readSeconds(talked === '' ? '0' : talked);
      if (seconds === undefined)
        return problem('Talk Duration', `"${talked.slice(0, 40)}" is no length.`);
      if (cell(cells, 'Status').toUpperCase() !== 'ANSWERED' || seconds === 0)
        return { kind: 'unanswered' };
      if (cell(cells, 'Communication Type').toLowerCase() === 'internal')
        return { kind: 'internal' };
      const parties = findParties(
        { from: cell(cells, 'Call From'), to: cell(cells, 'Call To') },
        own,
      );
      if (typeof parties === 'string') return { kind: parties };
      const id = cell(cells, 'ID', 'Uniqueid', 'Call ID');
      // After a transfer both parts may have the time of the call.
      const key = id === '' ? lineKey(cells) : `${id} ${written} ${cell(cells, 'Call To')}`;
      return {
        kind: 'leg',
        leg: {
          ...parties,
          key,
          callKey: id === '' ? key : `${id} ${written.slice(0, 10)}`,
          start,
          seconds,
          accountCode: readAccountCode(cell(cells, 'PIN Code', 'Account Code')),
        },
      };
    };
  },
};
