import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { anSmsSender } from '../../test/sms-sender.ts';
import { smsCaps } from './sms.service.ts';

const test = useApp();

it('keeps the caps of network and firm', async () => {
  const { spend } = anSmsSender(test);
  const cell = (index: number, begin = '083') => `${begin}${String(index).padStart(7, '0')}`;
  const { network, firm } = smsCaps;
  expect(
    await spend(
      network.strangers + 1,
      (index) => ({ to: cell(index), userId: `n${index}`, firmId: 'n', from: '192.0.2.1' }),
      true,
    ),
  ).toBe(100);
  expect(
    await spend(
      firm.strangers + 1,
      (index) => ({ to: cell(index), userId: `f${index}`, firmId: 'f' }),
      true,
    ),
  ).toBe(200);
  expect(
    await spend(
      firm.max,
      (index) => ({ to: cell(index, '084'), userId: `g${index}`, firmId: 'f' }),
      false,
    ),
  ).toBe(200);
});
