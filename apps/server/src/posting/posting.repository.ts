import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import type { LayoutForm } from '@recoup/contract/posting/layouts';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx, TableRow } from '../platform/database/connections.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
export type OwnLayout = { id: string; name: string; definition: LayoutForm; version: number };

/** By name. */
export async function listOwnLayouts(db: Db, firm: FirmScope): Promise<OwnLayout[]> {
  const rows = await selectLayouts(db, firm).orderBy(foldedText(sql`name`)).execute();
  return rows.map((row) => toLayout(row));
}

export async function findOwnLayout(db: Db, firm: FirmScope, id: string) {
  const row = await selectLayouts(db, firm).where('id', '=', id).executeTakeFirst();
  return row && toLayout(row);
}

/** Until the transaction ends, no other request adds, renames or deletes a layout of the firm. */
export async function lockLayouts(trx: Trx, firm: FirmScope): Promise<OwnLayout[]> {
  await lockName(trx, `posting layouts ${firm.firmId}`);
  return listOwnLayouts(trx, firm);
}

export async function insertLayout(
  trx: Trx,
  firm: FirmScope,
  { definition, ...layout }: OwnLayout & { createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('postingLayouts')
    .values({ ...layout, definition: JSON.stringify(definition), firmId: firm.firmId })
    .execute();
}

export async function updateLayoutRow(
  trx: Trx,
  firm: FirmScope,
  { id, name, definition, version }: OwnLayout,
): Promise<void> {
  await trx
    .updateTable('postingLayouts')
    .set({ name, definition: JSON.stringify(definition), version })
    .where(isFirmRow(firm, id))
    .execute();
}

/** With its settings; the control totals of its files stay. */
export async function deleteLayoutRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx
    .deleteFrom('postingLayoutSettings')
    .where('firmId', '=', firm.firmId)
    .where('layout', '=', id)
    .execute();
  await trx.deleteFrom('postingLayouts').where(isFirmRow(firm, id)).execute();
}

export type SavedSettings = { settings: PostingSettings; version: number };

export async function findSettings(db: Db, firm: FirmScope, layout: string) {
  const row = await db
    .selectFrom('postingLayoutSettings')
    .where('firmId', '=', firm.firmId)
    .where('layout', '=', layout)
    .select(['settings', 'version'])
    .executeTakeFirst();
  // The contract checked them when they were saved.
  return row && { ...row, settings: row.settings as PostingSettings };
}

/** The settings of the layouts that entries are checked with. */
export async function listCheckedSettings(db: Db, firm: FirmScope) {
  const rows = await db
    .selectFrom('postingLayoutSettings')
    .where('firmId', '=', firm.firmId)
    .where(sql`settings -> 'checksEntries'`, '=', sql`'true'::jsonb`)
    .orderBy('layout')
    .select(['layout', 'settings'])
    .execute();
  return rows.map((row) => ({
    ...row,
    settings: row.settings as PostingSettings, // checked by the contract when they were saved
  }));
}

export async function saveSettings(
  trx: Trx,
  firm: FirmScope,
  { layout, settings, version }: SavedSettings & { layout: string },
): Promise<void> {
  const values = { firmId: firm.firmId, layout, settings: JSON.stringify(settings), version };
  await trx
    .insertInto('postingLayoutSettings')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['firmId', 'layout']).doUpdateSet({ settings: values.settings, version }),
    )
    .execute();
}

export type PostingFileRow = Omit<TableRow<'postingFiles'>, 'firmId' | 'sumCents' | 'vatCents'> & {
  sumCents: bigint;
  vatCents: bigint | null;
};

/** The control total of a file, instead of that of the layout's last file of the export. */
export async function savePostingFile(
  db: Db,
  firm: FirmScope,
  { sumCents, vatCents, ...row }: PostingFileRow,
): Promise<void> {
  const cents = {
    sumCents: String(sumCents),
    vatCents: vatCents === null ? null : String(vatCents),
  };
  const { exportId: _, layout: __, ...changed } = { ...row, ...cents };
  await db
    .insertInto('postingFiles')
    .values({ ...row, ...cents, firmId: firm.firmId })
    .onConflict((conflict) =>
      conflict.columns(['firmId', 'exportId', 'layout']).doUpdateSet(changed),
    )
    .execute();
}

function selectLayouts(db: Db, firm: FirmScope) {
  return db
    .selectFrom('postingLayouts')
    .where('firmId', '=', firm.firmId)
    .select(['id', 'name', 'definition', 'version']);
}

function toLayout(row: Omit<OwnLayout, 'definition'> & { definition: unknown }): OwnLayout {
  return { ...row, definition: row.definition as LayoutForm }; // checked when it was saved
}
