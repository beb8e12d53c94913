import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** A layout with settings, of whose file of the export the ledger shows the control total. */
export async function someLayout(
  db: Db,
  { id: firmId, layout, mark, secret, people, ...side }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  const form = { delimiter: ';', quote: 'never', lineEnd: 'lf', encoding: 'utf-8', records: 1 };
  const column = { title: 'Matter', field: 'matterNumber', fit: 'cut', align: 'left' };
  const columns = [{ ...column, date: 'yyyy-mm-dd', sign: 'minus', decimalMark: '.' }];
  const definition = JSON.stringify({ header: true, ...form, columns });
  const name = `Layout ${mark}`;
  await insertRows(db, 'postingLayouts', {
    firmId,
    id: layout.id,
    name,
    definition,
    createdAt: now,
  });
  const settings = JSON.stringify({ accounts: {}, firmId: secret });
  await insertRows(db, 'postingLayoutSettings', [
    { firmId, layout: layout.id, settings },
    { firmId, layout: 'legalsuite', settings },
  ]);
  await insertRows(db, 'postingFiles', {
    firmId,
    exportId: side.export.id,
    layout: layout.id,
    layoutName: name,
    rowCount: 1,
    sumCents: '100',
    createdAt: now,
    createdBy: people.admin.id,
  });
}
