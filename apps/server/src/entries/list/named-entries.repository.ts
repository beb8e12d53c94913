import type { Expression, RawBuilder } from 'kysely';
import { toRand } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import type { Db } from '../../platform/database/connections.ts';
import { entryColumns, linkedBy } from '../entries.repository.ts';
import { shownVat } from '../entry-vat.ts';

/** The scope of a firm, or a prepared query's value of its id. */
type OfFirm = { firmId: string | Expression<string> };

/**
 * The entries are read before their names: PostgreSQL expects few entries of a type, and would
 * begin with the types of the firm and read all of its entries.
 */
function shownEntries(db: Db, { firmId }: OfFirm, isShown: RawBuilder<boolean>) {
  return db
    .with(
      (name) => name('shown').materialized(),
      (query) =>
        query.selectFrom('entries').where('entries.firmId', '=', firmId).where(isShown).selectAll(),
    )
    .selectFrom('shown as entries');
}

/** The firm's entries that meet the condition, with names. It calls their table `entries`. */
export function withNames(db: Db, firm: OfFirm, isShown: RawBuilder<boolean>) {
  return shownEntries(db, firm, isShown)
    .innerJoin('firms', 'firms.id', 'entries.firmId')
    .innerJoin('users', 'users.id', 'entries.attorneyId')
    .innerJoin('users as recorders', 'recorders.id', 'entries.createdBy')
    .innerJoin('matters', (join) =>
      join
        .onRef('matters.firmId', '=', 'entries.firmId')
        .onRef('matters.id', '=', 'entries.matterId'),
    )
    .innerJoin('disbursementTypes', (join) =>
      join
        .onRef('disbursementTypes.firmId', '=', 'entries.firmId')
        .onRef('disbursementTypes.id', '=', 'entries.disbursementTypeId'),
    )
    .leftJoin('exports', (join) =>
      join
        .onRef('exports.firmId', '=', 'entries.firmId')
        .onRef('exports.id', '=', 'entries.exportId'),
    )
    .select([
      ...entryColumns,
      'entries.firmId',
      'entries.createdAt',
      'entries.version',
      'entries.exportId',
      'entries.reverses',
      'entries.replaces',
      'exports.number as exportNumber',
      'entries.createdBy',
      'users.name as attorneyName',
      'recorders.name as recorderName',
      'firms.isVatVendor',
    ])
    .$narrowType<{ vatTreatment: EntryVatTreatment }>()
    .select([linkedBy('reverses').as('reversedBy'), linkedBy('replaces').as('replacedBy')])
    .select(['matters.number', 'matters.description', 'matters.client', 'disbursementTypes.title']);
}

export function toEntry(
  row: Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number],
): Entry {
  const { date, minutes, quantity, narration, voucher, client, version } = row;
  return {
    _id: row.id,
    firm: row.firmId,
    attorney: { _id: row.attorneyId, name: row.attorneyName },
    matter: { _id: row.matterId, name: row.description, number: row.number, client },
    disbursementType: { _id: row.disbursementTypeId, name: row.title },
    date,
    minutes,
    quantity,
    amount: toRand(row.amountCents),
    ...((row.isVatVendor || row.vatTreatment !== 'none') && { vat: shownVat(row) }),
    narration,
    voucher,
    startedAt: row.startedAt?.toISOString() ?? null,
    seconds: row.seconds,
    otherParty: row.otherParty,
    recordedBy:
      row.createdBy === row.attorneyId ? null : { _id: row.createdBy, name: row.recorderName },
    createdAt: row.createdAt.toISOString(),
    version,
    isLocked: row.exportId !== null || row.reversedBy !== null,
    ...exportFields(row),
    ...linkFields(row),
  };
}

/** Without those that it has not. */
function exportFields({
  exportId,
  exportNumber,
}: Record<'exportId', string | null> & Record<'exportNumber', number | null>) {
  return (
    exportId !== null &&
    exportNumber !== null && { export: { _id: exportId, number: exportNumber } }
  );
}

function linkFields({
  reverses,
  reversedBy,
  replaces,
  replacedBy,
}: Record<'reverses' | 'reversedBy' | 'replaces' | 'replacedBy', string | null>) {
  return {
    ...(reverses !== null && { reverses }),
    ...(reversedBy !== null && { reversedBy }),
    ...(replaces !== null && { replaces }),
    ...(replacedBy !== null && { replacedBy }),
  };
}
