import { expect, it } from 'vitest';
import { knownMatter } from './known-matter.ts';

it('completes the matter of a label or of a number from those that are known', () => {
  const id = '01a211e6-b4a7-7020-979e-33b64ac13cbe';
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
