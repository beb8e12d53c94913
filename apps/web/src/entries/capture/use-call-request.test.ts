import { expect, it } from 'vitest';
import { labelledMatter } from './use-call-request.ts';

const id = '01a211e6-b4a7-7020-979e-33b64ac13cbe';
const read = (query: string) => labelledMatter(new URLSearchParams(query));

it('reads the matter of a label', () => {
  expect(read(`call=${id.toUpperCase()}&number=NP+001%2F2%263`)).toEqual({
    _id: id,
    number: 'NP 001/2&3',
    name: '',
    client: null,
  });
});

it.each(['', `call=${id}`, 'number=1', 'call=1&number=1', `call=${id}&number=+`])(
  'reads no matter from %j',
  (query) => {
    expect(read(query)).toBeUndefined();
  },
);
