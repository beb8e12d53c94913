import { expect, it } from 'vitest';
import { hiddenByAddress, queryOfView } from './use-list-settings.ts';

const of = (text: string) => new URLSearchParams(text);

it('keeps filters, sort, size and columns, but no page, in one order', () => {
  const shown = of('size=50&page=3&attorney=x&sort=-date&search=a%20b');
  const query = 'attorney=x&hide=length%2Ctype&search=a+b&size=50&sort=-date';
  expect(queryOfView(shown, ['type', 'length'])).toBe(query);
  expect(queryOfView(of(query), ['length', 'type'])).toBe(query);
});

it('tells a view that hides nothing from an address without columns', () => {
  expect(hiddenByAddress(of('search=a'))).toBeUndefined();
  expect(hiddenByAddress(of(queryOfView(of(''), [])))).toEqual([]);
  expect(hiddenByAddress(of('hide=length,type'))).toEqual(['length', 'type']);
});
