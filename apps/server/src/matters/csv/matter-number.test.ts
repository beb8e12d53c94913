import { describe, expect, it } from 'vitest';
import { normalizeNumber } from './cells.ts';

describe('normalizeNumber', () => {
  it.each([
    ['SA\u200D00\u202E01', 'SA0001'],
    ['="00123"', '00123'],
    ['=""', '=""'],
    ['="1"&A1', '="1"&A1'],
    ["'-12", '-12'],
    ['SA\u00A01', 'SA 1'],
    ['SA\r\n1', 'SA\n1'],
  ])('makes %j into %j', (cell, number) => {
    expect(normalizeNumber(cell)).toBe(number);
  });
});
