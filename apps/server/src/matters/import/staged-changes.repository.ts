import type { ColumnMapping } from '@recoup/contract/matters/endpoints';
import { changeableFields, type PreviewChange } from '@recoup/contract/matters/import-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { valuesAfter } from './staging.repository.ts';

type Values = Record<(typeof changeableFields)[number], string | null> & {
  attorneyId: string | null;
};
type Row = { row: number; number: string; before: Values; after: Values };

/** The changes that an import would make to the matters of these rows. */
export async function listChanges(
  trx: Trx,
  firm: FirmScope,
  { mapping, changedRows }: { mapping: ColumnMapping; changedRows: readonly number[] },
): Promise<PreviewChange[]> {
  if (changedRows.length === 0) return [];
  const { client, attorneyId, status, opened, phones } = valuesAfter(mapping);
  const { rows } = await sql<Row>`
    with changed as (
      select s.row_number, m.number, m.description, m.client, m.attorney_id, m.status, m.opened,
        array_to_string(m.phones, ', ') as phones,
        s.description as new_description, ${client} as new_client,
        ${attorneyId} as new_attorney_id, ${status} as new_status, ${opened} as new_opened,
        array_to_string(${phones}, ', ') as new_phones
      from staged s join matters m on m.firm_id = ${firm.firmId} and lower(m.number) = s.key
      where s.row_number = any(${changedRows}))
    select row_number as row, number,
      jsonb_build_object('description', description, 'client', client, 'attorney', earlier.name,
        'attorneyId', attorney_id, 'status', c.status, 'opened', opened,
        'phones', nullif(phones, '')) as before,
      jsonb_build_object('description', new_description, 'client', new_client,
        'attorney', later.name, 'attorneyId', new_attorney_id, 'status', new_status,
        'opened', new_opened, 'phones', nullif(new_phones, '')) as after
    from changed c
      left join users earlier on earlier.firm_id = ${firm.firmId} and earlier.id = c.attorney_id
      left join users later on later.firm_id = ${firm.firmId} and later.id = c.new_attorney_id
    order by row_number`.execute(trx);
  return rows.map(toChange);
}

/** Two attorneys may have the same name. */
function toChange({ row, number, before, after }: Row): PreviewChange {
  const changed = changeableFields.filter((field) =>
    field === 'attorney' ? before.attorneyId !== after.attorneyId : before[field] !== after[field],
  );
  return {
    row,
    number,
    fields: changed.map((field) => ({ field, before: before[field], after: after[field] })),
  };
}
