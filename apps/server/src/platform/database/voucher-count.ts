import { sql } from 'kysely';

/** The number of vouchers of `entries`, without withdrawn ones. */
export const voucherCount = sql<number>`(select count(*)::integer from entry_vouchers v
  where v.firm_id = entries.firm_id and v.entry_id = entries.id and v.withdrawn_at is null)`;

export const hasVoucher = sql<boolean>`exists (select from entry_vouchers v
  where v.firm_id = entries.firm_id and v.entry_id = entries.id and v.withdrawn_at is null)`;
