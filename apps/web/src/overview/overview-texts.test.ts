import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { type ExceptionCode, exceptionLevels } from '@recoup/contract/month-end/exceptions';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import { describe, expect, it } from 'vitest';
import {
  failedMailText,
  frequentCodes,
  openByLevel,
  silentAttorneys,
  silentText,
} from './overview-texts.ts';

function groupOf(code: ExceptionCode, open: number, name?: string): ExceptionGroup {
  const attorney = name === undefined ? null : { _id: name, name };
  return { code, level: exceptionLevels[code], attorney, open, accepted: 1 };
}
function monthOf(name: string, state: AttorneyMonth['state']): AttorneyMonth {
  const none = { completedAt: null, recordedSince: 0, entries: 0, sum: 0 };
  return { attorney: { _id: name, name }, state, ...none };
}

describe('the exceptions of the overview', () => {
  const groups = [
    groupOf('FUTURE', 1, 'Ann'),
    groupOf('ZERO', 2, 'Ann'),
    groupOf('LATE', 3, 'Ann'),
    groupOf('ZERO', 3, 'Ben'),
    groupOf('NARR', 3),
    groupOf('OLDPWD', 0, 'Ben'),
  ];

  it('are counted by level, without accepted ones', () => {
    expect(openByLevel(groups)).toEqual({ block: 1, warn: 11, info: 0 });
  });

  it('name the three most frequent codes of all attorneys together', () => {
    expect(frequentCodes(groups)).toEqual([
      { code: 'ZERO', open: 5 },
      { code: 'LATE', open: 3 },
      { code: 'NARR', open: 3 },
    ]);
    expect(frequentCodes([groupOf('OLDPWD', 0)])).toEqual([]);
  });
});

describe('attorneys who record nothing', () => {
  it('have no entry this month, and those who usually record come first', () => {
    const months = [
      monthOf('Ann', 'nothing'),
      monthOf('Ben', 'open'),
      monthOf('Cas', 'nothing'),
      monthOf('Dee', 'complete'),
      monthOf('Eve', 'nothing'),
    ];
    const groups = [
      groupOf('NONE', 1, 'Dee'),
      groupOf('NONE', 1, 'Cas'),
      groupOf('NONE', 0, 'Eve'),
      groupOf('ZERO', 4, 'Ben'),
    ];
    expect(silentAttorneys(months, groups).map(({ name, mark }) => [name, mark])).toEqual([
      ['Cas', 'usual'],
      ['Dee', 'usual'],
      ['Ann', undefined],
      ['Eve', 'accepted'],
    ]);
  });

  it('are counted in a sentence', () => {
    expect(silentText(0, 0)).toBe('There are no active attorneys yet.');
    expect(silentText(0, 3)).toBe('Every active attorney has recorded something or is complete.');
    expect(silentText(1, 1)).toBe('1 of 1 attorney:');
    expect(silentText(2, 12)).toBe('2 of 12 attorneys:');
  });
});

describe('the words of the overview', () => {
  it('name the first mail that failed, its reason, and how many others did', () => {
    const mailTo = (to: string, state: 'sent' | 'failed', reason: string | null = null) => ({
      to,
      state,
      reason,
    });
    expect(failedMailText([mailTo('a@x.co.za', 'sent')])).toBeUndefined();
    expect(
      failedMailText([mailTo('a@x.co.za', 'sent'), mailTo('b@x.co.za', 'failed', 'No such box.')]),
    ).toBe('The email to b@x.co.za failed: No such box.');
    expect(failedMailText([mailTo('a@x.co.za', 'failed'), mailTo('b@x.co.za', 'failed')])).toBe(
      'The email to a@x.co.za and 1 other failed.',
    );
  });
});
