import { expect, it } from 'vitest';
import { readView, writeView } from './use-exception-view.ts';

const attorney = '01890a5d-ac96-774b-bcce-b302099a8057';
const none = { by: 'person', state: 'open' };

it('reads what it wrote, and begins at page 1', () => {
  const view = { by: 'code', state: 'accepted', level: 'warn', attorney, code: 'ZERO' } as const;
  const params = writeView(new URLSearchParams('to=2026-11-30&page=3'), view);
  expect(readView(params)).toEqual(view);
  expect([params.get('to'), params.get('page')]).toEqual(['2026-11-30', null]);
});

it('keeps an address without filters plain', () => {
  const params = new URLSearchParams(`by=code&state=accepted&code=ZERO&attorney=${attorney}`);
  const plain = { by: 'person', state: 'open', code: undefined, attorney: undefined } as const;
  expect(writeView(params, plain).toString()).toBe('');
});

it('ignores filters that it cannot read', () => {
  const params = new URLSearchParams('by=day&state=gone&level=9&attorney=x&code=BAD');
  expect(readView(params)).toEqual(none);
});
