import { expect, it } from 'vitest';
import { disbursementFields } from '../disbursements/endpoints.ts';
import { text } from './fields.ts';
import { printable } from './formula-escaping.ts';
import { firmFields } from '../firms/endpoints.ts';
import { attorneyFields } from '../users/person-fields.ts';

const names = {
  firm: firmFields.name,
  attorney: attorneyFields.name,
  type: disbursementFields.title,
  file: text({ max: 200 }),
};
const kinds = Object.keys(names) as (keyof typeof names)[]; // Object.keys forgets the literal types
const notOneLine = 'Must be one line without control characters.';

it.each(kinds)('rejects a line feed, tab, escape or other control in the name of a %s', (kind) => {
  for (const control of [
    '\n',
    '\r\n',
    '\t',
    '\u001b[31m',
    '\u0007',
    '\u0085',
    '\u009b',
    '\u2028',
    '\u2029',
    '\uFFFE',
    '\uFFFF',
  ]) {
    const result = names[kind].safeParse(`Nkosi${control}Partners`);
    expect(result.error?.issues[0]?.message).toBe(notOneLine);
  }
});

it.each(kinds)('removes invisible marks from the name of a %s', (kind) => {
  for (const mark of [
    '\u202e',
    '\u202a',
    '\u2066',
    '\u2069',
    '\u200e',
    '\u200f',
    '\u061c',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\ufe0f',
  ]) {
    expect(names[kind].parse(`${mark}Nkosi ${mark}Par${mark}tners${mark}`)).toBe('Nkosi Partners');
  }
});

it.each(['firm', 'attorney', 'type'] as const)('rejects an invisible name of a %s', (kind) => {
  for (const nothing of [
    '\u200b'.repeat(9),
    '\u3164'.repeat(9),
    '\u2800'.repeat(9),
    '\u00a0\u3000\u2003 ',
    '\u0301'.repeat(9),
    '\u202e\u202c',
  ]) {
    expect(names[kind].safeParse(nothing).error?.issues[0]?.message).toMatch(/is required/);
  }
});

it.each([
  'Müller & Söhne',
  'O’Brien-van der Merwe',
  'Ñandú ſ 株式会社',
  'نَمی‌خواهم',
  'क्‍ष शर्मा',
  '👩‍⚖️ Attorneys',
])('keeps %s', (name) => {
  expect(text({ max: 100 }).parse(name)).toBe(name);
});

it('keeps line feeds of a narration', () => {
  expect(text({ max: 100, form: 'any' }).parse('First\nSecond\u202E')).toBe('First\nSecond\u202E');
  expect(
    text({ max: 100, form: 'lines' }).parse(' First\r\n\tSecond\u202E\u0007\u001B[2J\u200B '),
  ).toBe('First\r\n\tSecond[2J');
});

it.each(['line', 'lines'] as const)(
  'takes no character into a text of %s that files drop',
  (form) => {
    const field = text({ max: 10, form });
    const dropped: string[] = [];
    for (const character of charactersOfAllKinds()) {
      const { data } = field.safeParse(`a${character}b`);
      if (data !== undefined && printable(data) !== data) dropped.push(character);
    }
    expect(dropped).toEqual([]);
  },
);

it.each(['\uFDD0', '\uFDEF', '\u{1FFFE}', '\u{10FFFF}'])(
  'takes the noncharacter %j, which files hold',
  (character) => {
    for (const form of ['line', 'lines'] as const)
      expect(text({ max: 10, form }).parse(`a${character}b`)).toBe(`a${character}b`);
    expect(printable(character)).toBe(character);
  },
);

/** All characters of the first plane, and the last two of each other one. */
function* charactersOfAllKinds(): Generator<string> {
  for (let code = 0; code <= 0xff_ff; code += 1) yield String.fromCodePoint(code);
  for (let end = 0x1_ff_ff; end <= 0x10_ff_ff; end += 0x1_00_00)
    yield* [String.fromCodePoint(end - 1), String.fromCodePoint(end)];
}
