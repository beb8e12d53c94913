import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { CallLeg, CallLine } from '../../apps/server/src/call-records/files/call-leg.ts';
import { detectLayout } from '../../apps/server/src/call-records/files/detect-layout.ts';
import {
  mapCallColumns,
  mappedReader,
  missingColumns,
} from '../../apps/server/src/call-records/files/layouts/mapped.ts';
import { createStarts } from '../../apps/server/src/call-records/files/times.ts';
import { maxPartyLength, readParty } from '../../apps/server/src/call-records/files/parties.ts';
import { piecesOf, type Reader } from './fuzz-reader.ts';

const fixtures = new URL('../../apps/server/src/call-records/files/fixtures/', import.meta.url);
/** The first lines of a file of each system, and of a bill without quotation marks. */
const files = ['asterisk-master', 'asterisk-custom', 'freepbx', 'freeswitch', '3cx', 'yeastar']
  .concat(['teams-pstn', 'teams-direct-routing', 'cucm', 'operator-bill'])
  .map((name) => {
    const text = readFileSync(new URL(`${name}.csv`, fixtures), 'utf8');
    const bill = () => text.split('\n', 4).map((line) => line.split(';'));
    return detectLayout(text)?.lines ?? bill();
  });

/** Parted by `|`. */
const pieces =
  '2026-10-05|2026/13/05|29/02/2025|05/10/2026|T|09:15:00|24:00:00|9:5|2:30 PM|Z|+02:00|-15:99|' +
  '1791184500|0|-1|1e9|304.7|00:05:04|102|Ext.|sip:|<|>|@|nkosi.co.za|082|555|0101|+27|0027|90|' +
  '(0)|anonymous|ANSWERED|NO ANSWER|in|out|9|\\N|٣|é|\uD83D\uDE00|PJSIP/|Call |"|,|;|\n|\r|\t|\0';
const someCell = piecesOf([...pieces.split('|'), ' ', 'x'.repeat(400), '9'.repeat(40)], 6);

type Change = { row: number; column: number; text: string };
const change = fc.record({ row: fc.nat(4), column: fc.nat(27), text: someCell });

/** Files of all telephone systems with other cells, cut off or of another system. */
export const calls: Reader<{ file: number; changes: Change[]; cut: number; prefix: string }> = {
  made: fc.record({
    file: fc.nat(files.length - 1),
    changes: fc.array(change, { minLength: 1, maxLength: 5 }),
    cut: fc.oneof({ weight: 4, arbitrary: fc.constant(99) }, fc.nat(20)),
    prefix: fc.constantFrom('', '0', '9', '99'),
  }),
  holds({ file, changes, cut, prefix }) {
    const lines = (files[file] ?? []).map((line) => [...line]);
    for (const { row, column, text } of changes) {
      const line = lines[row % lines.length] ?? [];
      line[column % line.length] = text;
    }
    lines.push((lines.at(-1) ?? []).slice(0, cut));
    const first = readAll(lines, prefix);
    for (const line of first) if (line.kind === 'leg') checkLeg(line.leg, prefix);
    if (!isDeepStrictEqual(readAll(lines, prefix), first))
      throw new Error('read again it is another call');
    for (const { text } of changes) checkParty(text, prefix);
  },
};

function readAll(lines: readonly string[][], outsidePrefix: string): CallLine[] {
  const own = { isOwn: (party: string) => party === '+27825550199', outsidePrefix };
  const text = lines.map((line) => line.map(quoted).join(',')).join('\n');
  const { read: readStart } = createStarts('DMY');
  const detected = detectLayout(text);
  if (detected) {
    const { layout } = detected;
    const read = layout.reader(detected.lines[0] ?? [], own, readStart);
    return lines.slice(layout.headLines(detected.lines)).map(read);
  }
  const [head = [], ...rest] = lines;
  const mapping = mapCallColumns(head, {});
  if (missingColumns(head, mapping) !== undefined) return [];
  return rest.map(mappedReader(head, mapping, { own, readStart }));
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** What the database takes, and what no other part checks. */
function checkLeg({ start, seconds, otherParty, ...texts }: CallLeg, prefix: string): void {
  checkStart('at' in start ? start.at : start.local.replace(' ', 'T'));
  if (!Number.isSafeInteger(seconds) || seconds < 1) throw new Error(`${seconds} is no length`);
  const { key, callKey, ownParty } = texts;
  if ([key, callKey, ownParty].includes('')) throw new Error('something is empty');
  if (ownParty !== ownParty.toLowerCase()) throw new Error(`${ownParty} is not in lower case`);
  if (otherParty !== null) checkParty(otherParty, prefix);
}

function checkStart(written: string): void {
  const isWritten = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}Z)?$/.test(written);
  if (!isWritten || Number.isNaN(Date.parse(written))) throw new Error(`${written} is no time`);
}

/** An email stays as it is. */
function checkParty(text: string, prefix: string): void {
  const party = readParty(text, prefix);
  // A call with a longer one is refused.
  if (party === null || party.includes('@') || party.length > maxPartyLength) return;
  if (readParty(party, '') !== party) throw new Error(`${party} is another party when read again`);
  if (!/^(?:\+[1-9]\d{6,14}|[*#]?\d{2,6})$/.test(party)) throw new Error(`${party} is no number`);
}
