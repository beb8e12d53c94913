import { expect, it } from 'vitest';
import { isWhole, runManyVouchers } from './many-vouchers.ts';

it.each([0, 1])(
  'returns each voucher byte for byte from a backup, encrypted: %s',
  async (encrypted) => {
    const figures = await runManyVouchers({ vouchers: 200, kilobytes: 1_500, encrypted });
    expect(figures).toMatchObject({ vouchers: 203, differing: 0 });
    expect(figures).toSatisfy(isWhole);
  },
  300_000,
);
