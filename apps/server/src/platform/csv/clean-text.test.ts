import { escapeFormula } from '@recoup/contract/core/formula-escaping';
import { describe, expect, it } from 'vitest';
import { formulaPayloads } from '../../../test/formulas.ts';
import { cleanCell, normalizeLine, textError } from './clean-text.ts';

describe('normalizeCell', () => {
  it.each([
    ['  Divorce\t', 'Divorce'],
    ['\u00A0Lévesque\u00A0& Co\u00A0', 'Lévesque & Co'],
    ['Mu\u0308ller', 'Müller'],
    ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['\u200BDi\u200Evorce\u202E\uFEFF', 'Divorce'],
    ["'=SUM(A1)", '=SUM(A1)'],
    ["'+27 82", '+27 82'],
    ["'-5", '-5'],
    ["'@home", '@home'],
    ["'\tfoo", 'foo'],
    ["'\uFF1Dé", '\uFF1Dé'],
    ["''=1", "'=1"],
    ["'t Hooft", "'t Hooft"],
    ["'", "'"],
    ['=1+1', '=1+1'],
    ['', ''],
  ])('makes %j into %j', (cell, text) => {
    expect(cleanCell(cell)).toBe(text);
  });

  it('reads every cell of our export back unchanged', () => {
    for (const payload of formulaPayloads) {
      const stored = payload.replaceAll('\r\n', '\n');
      expect(cleanCell(escapeFormula(stored))).toBe(stored);
    }
  });

  it('keeps joiners in texts, whose script may need them', () => {
    expect(cleanCell('a\u200Db')).toBe('a\u200Db');
  });
});

describe('normalizeLine', () => {
  it('draws a broken name together', () => {
    expect(normalizeLine('Botha \r\n & Du Toit')).toBe('Botha & Du Toit');
  });
});

describe('textError', () => {
  it.each([
    ['x'.repeat(11), 'is 11 characters long; at most 10 are kept. Shorten it.'],
    ['L\uFFFDvesque', 'has lost characters (\uFFFD). Save the file again as CSV UTF-8.'],
    ['a\u0092s', 'contains control characters. Type it again, or save the file as CSV UTF-8.'],
    ['a\u0007', 'contains control characters. Type it again, or save the file as CSV UTF-8.'],
    ['a\uFFFE', 'contains control characters. Type it again, or save the file as CSV UTF-8.'],
    ['a\uFFFF', 'contains control characters. Type it again, or save the file as CSV UTF-8.'],
    ['\uFDD0 \uFDEF \u{1FFFE} \u{10FFFF}', undefined],
    ['x'.repeat(10), undefined],
    ['one\ntwo', undefined],
    ['Lévesque', undefined],
  ])('says of %j: %s', (text, error) => {
    expect(textError(text, 10)).toBe(error);
  });
});
