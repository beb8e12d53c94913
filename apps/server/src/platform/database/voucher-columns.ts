import { sql } from 'kysely';

/** The content of a voucher, without its bytes. */
export const voucherColumns = [
  'vouchers.id',
  'vouchers.kind',
  'vouchers.bytes',
  'vouchers.pages',
  'vouchers.sha256',
  'vouchers.receivedSha256',
] as const;

/** The number of vouchers of `entries`, without withdrawn ones. */
export const voucherCount = sql<number>`(select count(*)::integer from entry_vouchers v
  where v.firm_id = entries.firm_id and v.entry_id = entries.id and v.withdrawn_at is null)`;

export const hasVoucher = sql<boolean>`exists (select from entry_vouchers v
  where v.firm_id = entries.firm_id and v.entry_id = entries.id and v.withdrawn_at is null)`;
