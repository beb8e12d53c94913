import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { describe, expect, it } from 'vitest';
import {
  lineCounts,
  describeCalls,
  describeFile,
  describeRefusal,
  importedText,
  systemText,
  undoQuestion,
  zoneQuestion,
} from './call-import-texts.ts';

const preview = {
  source: { _id: null, name: 'FreePBX', system: 'freepbx', zone: 'UTC' },
  outsidePrefix: '',
  fault: null,
  columns: ['Begin', '', 'Talk'],
  mapping: {},
  isRemembered: false,
  charged: 'billsec',
  added: 2,
  extended: 0,
  repeated: 0,
  unanswered: 0,
  internal: 0,
  private: 0,
  withCode: 0,
  earliest: '02:15',
  latest: '23:00',
  atNight: 5,
  isZoneDoubtful: true,
  isOrderOpen: false,
  notices: [],
  ownParties: [],
  calls: [],
  refused: 0,
  refusedRows: [],
} satisfies CallImportPreview;

describe('the numbers of an import', () => {
  it('always have the new calls, and the others only where there are any', () => {
    expect(lineCounts(preview)).toEqual([['New calls', 2]]);
    expect(lineCounts({ ...preview, extended: 1, repeated: 3, private: 4 })).toEqual([
      ['New calls', 2],
      ['Further parts', 1],
      ['Already known', 3],
      ['Private', 4],
    ]);
  });

  it.each([
    [{}, '2 new calls.'],
    [{ added: 1 }, '1 new call.'],
    [{ added: 0, repeated: 1200 }, '0 new calls, 1\u00A0200 already known.'],
    [{ extended: 1 }, '2 new calls, further parts of 1 call.'],
  ])('are said in one sentence: %o', (counts, text) => {
    expect(importedText({ ...preview, ...counts })).toBe(text);
    expect(describeCalls({ ...preview, ...counts })).toBe(`Preview: FreePBX, ${text}`);
  });
});

it.each([
  [{ name: 'FreePBX 2' }, 'FreePBX 2'],
  [{ name: 'Durban' }, 'Durban (FreePBX)'],
  [{ name: 'Vodacom bill', system: 'csv' }, 'Vodacom bill (Any other CSV)'],
] as const)('names a telephone system and its kind: %o', (source, text) => {
  expect(systemText({ ...preview.source, ...source })).toBe(text);
});

it('says how a file was understood', () => {
  expect(describeFile(preview)).toBe(
    'Charged is the time of “billsec”. In South Africa, the calls begin between 02:15 and 23:00.',
  );
  const others = { charged: null, earliest: null, isRemembered: true, withCode: 1 };
  expect(describeFile({ ...preview, ...others })).toBe(
    'Using your last column match. 1 new call has the account code of a matter.',
  );
});

it('asks about a zone with the numbers that make it doubtful', () => {
  expect(zoneQuestion(preview)).toMatch(
    /^With the time zone UTC, 5 calls are .*\(02:15 to 23:00\)/,
  );
  expect(zoneQuestion({ ...preview, atNight: 1 })).toContain('1 call is before 06:00');
});

it('says how many rows are wrong', () => {
  expect(describeRefusal({ refused: 1 })).toMatch(/^1 row has errors, so nothing can be imported/);
});

it.each([
  [{ added: 1, extended: 0 }, 'a.csv: 1 call will be removed.'],
  [
    { added: 3, extended: 2 },
    'a.csv: 3 calls will be removed, and 2 calls lose the parts that this file added.',
  ],
  [{ added: 0, extended: 0 }, 'a.csv: this import changed nothing.'],
])('asks before the undo of %o', (counts, text) => {
  expect(undoQuestion({ fileName: 'a.csv', ...counts })).toBe(text);
});
