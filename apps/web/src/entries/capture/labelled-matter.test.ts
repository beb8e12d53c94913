import { expect, it } from 'vitest';
import { knownMatter, labelledMatter } from './labelled-matter.ts';

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

it('completes the matter of a label or of a number from those that are known', () => {
  const phones = ['+27825550101'];
  const known = { _id: id, number: '1', name: 'Lease', client: null, phones };
  const matter = { _id: id, number: '1', name: '', client: null };
  const subject = { otherParty: '+27825550101' };
  expect(knownMatter({ matter }, [known])).toEqual(known);
  expect(knownMatter({ matter }, [])).toEqual(matter);
  expect(knownMatter(subject, [known])).toEqual(known);
  expect(knownMatter(subject, [known, { ...known, _id: 'b' }])).toBeNull();
  expect(knownMatter({}, [known])).toBeNull();
});
