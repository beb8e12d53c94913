import { expect, it } from 'vitest';
import { rateTexts } from './rate-texts.ts';

const rates = [
  { percent: 16, validFrom: '2028-04-01' },
  { percent: 15.5, validFrom: '2027-04-01' },
  { percent: 15, validFrom: '2018-04-01' },
];
const plain = (day: string) => day;

it.each([
  ['2018-03-31', ['From 2018-04-01 it is 15 %.', 'From 2027-04-01 it is 15.5 %.']],
  ['2026-11-23', ['The standard rate is 15 % since 2018-04-01.', 'From 2027-04-01 it is 15.5 %.']],
  ['2027-04-01', ['The standard rate is 15.5 % since 2027-04-01.']],
])('names the rate of %s and the coming ones', (day, texts) => {
  expect(rateTexts(rates, day, plain)).toEqual([...texts, 'From 2028-04-01 it is 16 %.']);
});
