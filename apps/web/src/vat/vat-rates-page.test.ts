import { knownVatRates } from '@recoup/contract/vat/rules';
import { expect, it } from 'vitest';
import { rateQuestion, rateSchema } from './vat-rates-page.tsx';

const format = (day: string) => `<${day}>`;
const notAPercent = 'Must be from 0 to 100, with at most two decimals.';

it.each([
  ['-1', '2027-04-01', { percent: notAPercent }],
  ['', '', { percent: notAPercent, validFrom: 'Enter a day.' }],
  ['15,555', '2027-04-01', { percent: notAPercent }],
  ['15,00', '2018-04-01', { validFrom: 'Must be after <2018-04-01>, when the last rate begins.' }],
  ['15,5', '2027-02-30', { validFrom: 'Must be a date as YYYY-MM-DD.' }],
  ['15,5', '2018-04-02', {}],
])('says of %j from %j what is wrong', (percent, validFrom, messages) => {
  const { error } = rateSchema(knownVatRates, format).safeParse({ percent, validFrom });
  const issues = error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(
    messages,
  );
});

it('asks with percent and day, and names recorded entries for a day in the past', () => {
  const [day, past] = ['2026-03-03', 'That day is in the past: recorded entries keep their rate.'];
  const ask = (validFrom: string) => rateQuestion({ percent: 15.5, validFrom }, { day, format });
  expect(ask(day)).toBe(
    '15.5 % from <2026-03-03>, for all firms. It cannot be changed or removed later.',
  );
  expect(ask('2026-03-02')).toContain(past);
});
