import { withClient } from './measure.ts';

type Size = { firmId: string; attorneys: number; types: number };

/**
 * Fills up a firm to so many attorneys and disbursement types, and gives each attorney schedules of
 * three years for each type.
 */
export async function seedFeeMatrix(databaseUrl: string, size: Size): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const [text, values] of insertions(size)) await client.query(text, values);
    await client.query('vacuum analyze');
  });
}

function insertions({ firmId, attorneys, types }: Size): [text: string, values: unknown[]][] {
  const domain = `f${firmId.slice(-12)}.co.za`;
  return [
    [
      `insert into users (id, firm_id, role, name, email, cell, status, password_reset_required)
        select uuidv7(), $1, 0, 'Attorney ' || n, 'attorney' || n || '@' || $2, '', 2, false
        from generate_series(1, $3::int - 1) n`,
      [firmId, domain, attorneys],
    ],
    [
      `insert into disbursement_types (id, firm_id, title, fixed, calculated)
        select uuidv7(), $1, 'Type ' || n, false, true from generate_series(
          1, $2::int - (select count(*)::int from disbursement_types where firm_id = $1)) n`,
      [firmId, types],
    ],
    [
      `insert into user_disbursement_types (firm_id, user_id, disbursement_type_id, position)
        select $1, u.id, t.id, row_number() over (partition by u.id order by t.title)
        from users u, disbursement_types t where u.firm_id = $1 and u.role = 0 and t.firm_id = $1`,
      [firmId],
    ],
    [
      `insert into call_fee_schedules (id, firm_id, user_id, disbursement_type_id, valid_from)
        select uuidv7(), $1, user_id, disbursement_type_id, day
        from user_disbursement_types,
          unnest(array['2000-01-01', '2025-03-01', '2026-03-01']::date[]) as day
        where firm_id = $1`,
      [firmId],
    ],
    [
      `insert into call_fee_bands
        (firm_id, schedule_id, position, start_minute, end_minute, additional_minutes, charge_cents)
        select $1, id, p, case when p = 5 then -1 else 5 * (p - 1) end,
          case when p = 5 then -1 else 5 * p end, case when p = 5 then 5 else 0 end, 3300 * p
        from call_fee_schedules, generate_series(1, 5) p where firm_id = $1`,
      [firmId],
    ],
  ];
}
