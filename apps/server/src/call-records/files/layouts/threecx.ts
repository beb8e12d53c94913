import { type CallLayout, readAccountCode, type OwnNumbers, problem } from '../call-leg.ts';
import { readSeconds } from '../times.ts';
import { findParties } from '../parties.ts';

/** The fields of the default order; an admin may have chosen others, which are then mapped. */
const fields = [
  'historyid',
  'callid',
  'duration',
  'timestart',
  'timeanswered',
  'timeend',
  'reasonterminated',
  'fromno',
  'tono',
  'fromdn',
  'todn',
  'dialno',
  'reasonchanged',
  'finalnumber',
  'finaldn',
  'billcode',
  'billrate',
  'billcost',
  'billname',
  'chain',
  'fromtype',
  'totype',
  'finaltype',
] as const;
type Field = (typeof fields)[number];

/** 3CX call data records, 27 columns without a header, times in UTC unless the source says else. */
export const threeCx: CallLayout = {
  system: '3cx',
  fits: ([first = []]) => first.length >= 16 && /^Call \d+$/.test(first[0] ?? ''),
  headLines: () => 0,
  mayBeLonger: true,
  reader: (_head, own, readStart) => (cells) => {
    const cell = (field: Field) => (cells[fields.indexOf(field)] ?? '').trim();
    const start = readStart(cell('timestart'));
    if (typeof start === 'string') return problem('time-start', start);
    // From the answer to the end.
    const seconds = readSeconds(cell('duration') || '0');
    if (seconds === undefined)
      return problem('duration', `"${cell('duration').slice(0, 40)}" is no length.`);
    if (cell('timeanswered') === '' || seconds === 0) return { kind: 'unanswered' };
    const fromInside = stationExtension(cell('fromdn'), cell('fromtype'), own);
    // Behind a queue or a menu, and after a transfer, the last station is who talked. An outgoing
    // call that was transferred stays one of the caller.
    const toInside =
      fromInside === null ? stationExtension(cell('finaldn'), cell('finaltype'), own) : null;
    const parties = findParties(
      { from: cell('fromno'), to: cell('tono') || cell('dialno'), fromInside, toInside },
      own,
    );
    if (typeof parties === 'string') return { kind: parties };
    const history = cell('historyid');
    return {
      kind: 'leg',
      leg: {
        ...parties,
        key: `${history} ${cell('callid')}`,
        callKey: `${history} ${cell('timestart').slice(0, 10)}`,
        start,
        seconds,
        accountCode: readAccountCode(cell('billcode')),
      },
    };
  },
};

/**
 * The line says of which type a station is. Where it does not, trunks have numbers from 10000 on,
 * extensions shorter ones or those that the firm has named.
 */
function stationExtension(dn: string, type: string, own: OwnNumbers): string | null {
  if (/^extension$/i.test(type) && /^\d{2,6}$/.test(dn)) return dn;
  return /^\d{2,4}$/.test(dn) || (dn !== '' && own.isOwn(dn)) ? dn : null;
}
