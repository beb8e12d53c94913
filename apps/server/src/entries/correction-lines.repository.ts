import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import type { EntryRow } from './entries.repository.ts';

/** The values of a line that its client sees. */
export type CorrectedLine = Pick<
  EntryRow,
  'date' | 'happenedOn' | 'minutes' | 'quantity' | 'amountCents' | 'voucher'
> & {
  matter: string;
  type: string;
  attorney: string;
  vatCents: number;
  isByCallFees: boolean;
};

/** A line that takes a reversed entry back, or its place. */
type CorrectionLine = {
  id: string;
  reason: string;
  original: CorrectedLine;
  replacement: CorrectedLine | undefined;
};

/** The lines that correct these reversed entries, and that no export holds. */
export async function listCorrectionLines(
  trx: Trx,
  { firmId }: FirmScope,
  reversed: readonly string[],
): Promise<CorrectionLine[]> {
  const line = (entry: string) => sql`(select json_build_object('date', ${ref(entry, 'date')},
      'happenedOn', ${ref(entry, 'happened_on')}, 'minutes', ${ref(entry, 'minutes')},
      'quantity', ${ref(entry, 'quantity')}, 'amountCents', ${ref(entry, 'amount_cents')},
      'voucher', ${ref(entry, 'voucher')}, 'vatCents', ${ref(entry, 'vat_cents')},
      'isByCallFees', ${ref(entry, 'schedule_id')} is not null,
      'matter', m.number, 'type', t.title, 'attorney', u.name)
    from matters m
    join disbursement_types t on t.firm_id = ${firmId}
      and t.id = ${ref(entry, 'disbursement_type_id')}
    join users u on u.firm_id = ${firmId} and u.id = ${ref(entry, 'attorney_id')}
    where m.firm_id = ${firmId} and m.id = ${ref(entry, 'matter_id')})`;
  const { rows } = await sql<
    Omit<CorrectionLine, 'replacement'> & { replacement: CorrectedLine | null }
  >`
    select c.id, v.reversal_reason as reason, ${line('o')} as original,
      case when p.id is not null then ${line('p')} end as replacement
    from entries o
    join entries v on v.firm_id = ${firmId} and v.reverses = o.id
    left join entries p on p.firm_id = ${firmId} and p.replaces = o.id
    join entries c on c.firm_id = ${firmId} and c.id in (v.id, p.id) and c.export_id is null
    where o.firm_id = ${firmId} and o.id = any(${reversed}::uuid[])`.execute(trx);
  return rows.map((row) => ({ ...row, replacement: row.replacement ?? undefined }));
}

export async function saveCorrections(
  trx: Trx,
  { firmId }: FirmScope,
  lines: readonly { id: string; text: string; reason: string }[],
): Promise<void> {
  await sql`
    update entries e set correction = n.text, correction_reason = n.reason
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ text }) => text)}::text[],
      ${lines.map(({ reason }) => reason)}::text[]) as n (id, text, reason)
    where e.firm_id = ${firmId} and e.id = n.id and e.export_id is null`.execute(trx);
}

function ref(entry: string, column: string) {
  return sql.ref(`${entry}.${column}`);
}
