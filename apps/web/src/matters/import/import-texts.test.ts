import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { describe, expect, it } from 'vitest';
import { describeChanges, describeRefusal, describeShape, undoQuestion } from './import-texts.ts';

const preview = {
  created: 1,
  updated: 0,
  unchanged: 0,
  matters: 1,
  refused: 0,
  fault: null,
  rows: [],
  notices: [],
  refusedRows: [],
  delimiter: ';',
  layout: null,
  dateOrder: null,
  dateOrderReason: null,
  isRemembered: false,
  columns: ['Ref', 'Name', '', 'First', 'Last'],
  mapping: {
    number: 'Ref',
    description: 'Name',
    client: 'First + Last',
    attorney: 'a',
    status: 's',
    opened: 'o',
  },
} satisfies ImportPreview;

it.each([
  [{ refused: 1 }, /^1 of 2 rows has errors, so nothing/],
  [{ refused: 8, updated: 1200 }, /^8 of 1.209 rows have errors, so nothing/],
])('tells how many rows keep a file from being imported: %o', (counts, text) => {
  expect(describeRefusal({ ...preview, ...counts })).toMatch(text);
});

it.each([
  [1, 1, '1 matter changes'],
  [2, 2, '2 matters change'],
  [250, 100, '250 matters change; the first 100 are listed'],
])('counts %i changed matters', (updated, listed, text) => {
  expect(describeChanges(updated, listed)).toBe(text);
});

describe('how a file was understood', () => {
  it.each([
    [{}, '5 columns, semicolon-separated.'],
    [{ layout: 'Clio' }, '5 columns, semicolon-separated (Clio format).'],
    [{ isRemembered: true }, '5 columns, semicolon-separated. Using your last column match.'],
    [
      { dateOrder: 'DMY', dateOrderReason: 'habit' },
      '5 columns, semicolon-separated. Dates are read day first (South African format).',
    ],
    [{ dateOrder: 'YMD', dateOrderReason: 'column' }, '5 columns, semicolon-separated.'],
    [
      {
        mapping: {
          number: 'Ref',
          description: 'Name',
          client: 'First',
          attorney: 'Last',
          status: 's',
        },
      },
      '5 columns, semicolon-separated. Not in this file: opened. Existing matters keep theirs.',
    ],
    [
      { mapping: { number: 'Ref', description: 'Name', opened: 'Last' } },
      '5 columns, semicolon-separated. Not in this file: client, attorney and status. ' +
        'Existing matters keep theirs.',
    ],
    [{ mapping: {}, fault: 'No column for the matter number.' }, '5 columns, semicolon-separated.'],
  ] as const)('with %j reads: %s', (more, sentence) => {
    expect(describeShape({ ...preview, ...more })).toBe(sentence);
  });
});

describe('the history', () => {
  it('describes what an undo removes and restores', () => {
    const ask = (created: number, updated: number) =>
      undoQuestion({ fileName: 'a.csv', created, updated });
    expect(ask(2, 0)).toBe('a.csv: 2 new matters will be removed.');
    expect(ask(1, 1)).toBe(
      'a.csv: 1 new matter will be removed, ' +
        'and 1 changed matter will be restored to earlier values.',
    );
    expect(ask(0, 0)).toBe('a.csv: this import changed nothing.');
  });
});
