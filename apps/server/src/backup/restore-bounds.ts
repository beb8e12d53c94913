import { maxMinutes, maxQuantity } from '@recoup/contract/core/fields';
import { maxEntryCents, maxEntryCentsBefore } from '@recoup/contract/core/money';
import pg from 'pg';

/** No version of Recoup has written such a row. */
export class RejectedRowError extends Error {}

type Bound = {
  column: string;
  min: string | number;
  max: string | number;
  /** Also infinity. */
  isOpenEnded?: boolean;
};
type Bounds = { table: string; key: readonly string[]; bounds: readonly Bound[] };

/** Only a reversal is negative; so are amounts of a supplier's credit note. */
function reversedOr(min: number, max: number | bigint): string {
  return `case when t.reverses is null then ${min} else -${max} end`;
}

/**
 * The contract's bounds, and wider ones of earlier versions for price and day
 * (docs/decisions/0036).
 */
const numbers: readonly Bounds[] = [
  {
    table: 'entries',
    key: ['id'],
    bounds: [
      {
        column: 'amount_cents',
        min: `case when t.supplier_account_id is null then ${reversedOr(0, maxEntryCentsBefore)}
          else -${maxEntryCentsBefore} end`,
        max: maxEntryCentsBefore,
      },
      { column: 'minutes', min: reversedOr(0, maxMinutes), max: maxMinutes },
      { column: 'quantity', min: reversedOr(1, maxQuantity), max: maxQuantity },
    ],
  },
  {
    table: 'call_fee_bands',
    key: ['schedule_id', 'position'],
    bounds: [
      { column: 'charge_cents', min: 0, max: maxEntryCents },
      ...['start_minute', 'end_minute', 'additional_minutes'].map((column) => ({
        column,
        min: -1,
        max: maxMinutes,
      })),
    ],
  },
  {
    table: 'rate_change_entries',
    key: ['entry_id', 'change_id'],
    bounds: [{ column: 'amount_cents', min: 0, max: maxEntryCentsBefore }],
  },
  {
    table: 'exports',
    key: ['id'],
    bounds: [
      { column: 'row_count', min: 0, max: 2_147_483_647 },
      {
        column: 'sum_cents',
        min: `t.row_count * -${maxEntryCentsBefore}::numeric`,
        max: `t.row_count * ${maxEntryCentsBefore}::numeric`,
      },
    ],
  },
];

/** PostgreSQL also knows years BC, 294276 and infinity. */
const days = { min: `'0001-01-01'`, max: `'9999-12-31'` } as const;

/** Throws RejectedRowError. */
export async function rejectInvalidRows(client: pg.Client): Promise<void> {
  for (const each of [...numbers, ...(await daysAndTimes(client))])
    await rejectOutOfBounds(client, each);
  await rejectWrongReversals(client);
  await rejectWrongSums(client);
}

async function daysAndTimes(client: pg.Client): Promise<Bounds[]> {
  const { rows } = await client.query<{ table: string; key: string[]; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
      (select array_agg(k.attname::text order by k.attnum)
        from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not like 'kysely%' and a.atttypid in ('date'::regtype, 'timestamptz'::regtype)
    group by c.oid, c.relname order by c.relname`);
  return rows.map(({ table, key, columns }) => ({
    table,
    key,
    bounds: columns.map((column) => ({ column, ...days, isOpenEnded: table === 'extensions' })),
  }));
}

async function rejectOutOfBounds(client: pg.Client, { table, key, bounds }: Bounds): Promise<void> {
  const values = bounds.map(({ column, min, max, isOpenEnded = false }) => {
    const name = `t.${pg.escapeIdentifier(column)}`;
    const isWithin = `${name} between ${min} and ${max}`;
    const isEndless = isOpenEnded ? `not isfinite(${name})` : 'false';
    return `(${pg.escapeLiteral(column)}, ${name}::text, ${isWithin} or ${isEndless})`;
  });
  const keyOfRow = key.map((name) => `t.${pg.escapeIdentifier(name)}`).join(', ');
  const { rows } = await client.query<{ row: string; column: string; value: string }>(
    `select concat_ws(', ', ${keyOfRow}) as row,
      v.name as column, v.value
    from public.${pg.escapeIdentifier(table)} t
    cross join lateral (values ${values.join(', ')}) as v (name, value, is_within)
    where not v.is_within limit 1`,
  );
  const [odd] = rows;
  if (!odd) return;
  throw new RejectedRowError(
    `a row of ${table} that Recoup does not take: ` +
      `${odd.column} is ${odd.value} in the row ${odd.row}`,
  );
}

/** The stored daily sums equal those of the entries. */
async function rejectWrongSums(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ row: string }>(`
    select concat_ws(', ', firm_id, date, attorney_id, disbursement_type_id) as row
    from entry_days d full join (
      select firm_id, date, attorney_id, disbursement_type_id, count(*),
        coalesce(sum(minutes), 0) as minutes, sum(amount_cents) as amount_cents,
        sum(amount_cents - case when vat_included then vat_cents else 0 end) as net_cents,
        sum(vat_cents) as vat_cents
      from entries group by 1, 2, 3, 4
    ) as e using (firm_id, date, attorney_id, disbursement_type_id)
    where (coalesce(d.count, 0), coalesce(d.minutes, 0), coalesce(d.amount_cents, 0),
        coalesce(d.net_cents, 0), coalesce(d.vat_cents, 0))
      is distinct from (coalesce(e.count, 0), coalesce(e.minutes, 0), coalesce(e.amount_cents, 0),
        coalesce(e.net_cents, 0), coalesce(e.vat_cents, 0))
    limit 1`);
  const [odd] = rows;
  if (odd)
    throw new RejectedRowError(
      `a row of entry_days whose sums are not those of the entries: the row ${odd.row}`,
    );
}

/** A reversal takes back exactly what its entry charged. */
async function rejectWrongReversals(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`
    select r.id from entries r join entries e on e.firm_id = r.firm_id and e.id = r.reverses
    where e.reverses is not null
      or (r.matter_id, r.attorney_id, r.disbursement_type_id, r.amount_cents, r.vat_cents,
        r.vat_included, coalesce(r.minutes, 0), coalesce(r.quantity, 0))
      is distinct from (e.matter_id, e.attorney_id, e.disbursement_type_id, -e.amount_cents,
        -e.vat_cents, e.vat_included, -coalesce(e.minutes, 0), -coalesce(e.quantity, 0))
    limit 1`);
  const [odd] = rows;
  if (odd)
    throw new RejectedRowError(
      `a row of entries that Recoup does not take: it takes back another sum than that of its ` +
        `entry in the row ${odd.id}`,
    );
}
