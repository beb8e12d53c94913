import { expect, it } from 'vitest';
import { exceptionPage } from './exception-list.tsx';

const row = { code: 'NOFEE', matter: null, export: null } as const;
const subject = { _id: '1', name: 'It' };

it.each([
  [{ ...row, subject: { ...subject, kind: 'attorney' } }, 'update-attorney?attorneyId=1'],
  [
    { ...row, code: 'OLDPWD', subject: { ...subject, kind: 'attorney' } },
    'update-attorney?attorneyId=1',
  ],
  [{ ...row, code: 'NONE', subject: { ...subject, kind: 'attorney' } }, 'entries?attorney=1'],
  [{ ...row, code: 'DROP', subject: { ...subject, kind: 'attorney' } }, 'entries?attorney=1'],
  [
    { ...row, code: 'CAP', matter: 'NP 1', subject: { ...subject, kind: 'matter' } },
    'matters?search=NP+1',
  ],
  [{ ...row, code: 'SUPSAME', subject: { ...subject, kind: 'account' } }, 'account?accountId=1'],
  [{ ...row, code: 'UNSENT', subject: { ...subject, kind: 'export' } }, 'export?exportId=1'],
  [
    { ...row, code: 'MAILBAD', export: '2', subject: { ...subject, kind: 'mail' } },
    'export?exportId=2',
  ],
  [
    { ...row, code: 'MAILBAD', subject: { _id: '1', name: 't.m@a.co.za', kind: 'mail' } },
    'attorney-list?search=t.m%40a.co.za',
  ],
] as const)('$0.code of $0.subject.kind leads to $1', (exception, page) => {
  expect(exceptionPage(exception)).toBe(`/home/attorneys/${page}`);
});

it('opens an entry where it is listed', () => {
  expect(
    exceptionPage({ ...row, code: 'ZERO', subject: { ...subject, kind: 'entry' } }),
  ).toBeUndefined();
});
