import { unitPricesAround } from '@recoup/contract/disbursements/price-of-day';
import {
  type ChangedDisbursementType,
  type DisbursementType as PricedType,
  type NewDisbursementType,
  newDisbursementType,
} from '@recoup/contract/disbursements/endpoints';
import { callTitle, isCallTitle } from '@recoup/contract/disbursements/call-title';
import type { DatedUnitPrice, PastUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { newId } from '@recoup/contract/core/ids';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  fieldConflict,
  invalidField,
  notFound,
  conflict,
  assertVersion,
} from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import {
  type DisbursementType,
  findDisbursementType,
  insertDisbursementType,
  listDisbursementTypes,
  listTitles,
  lockDisbursementType,
  updateDisbursementTypeRow,
  valueNames,
} from './disbursements.repository.ts';
import { changeUnitPrice, hasUnitPrice, listUnitPrices } from './unit-prices.service.ts';
import { listUnitPriceHistory } from './unit-prices.repository.ts';
import { assertNameIsFree, changedFields } from '../platform/collections/collections.ts';

/** A page of types with the unit prices of today. */
export async function listPricedTypes(
  db: Db,
  firm: FirmScope,
  query: Parameters<typeof listDisbursementTypes>[2] & { now: Date },
): Promise<{ data: PricedType[]; count: number }> {
  const { data, count } = await listDisbursementTypes(db, firm, query);
  return { data: await withUnitPrices(db, firm, { types: data, now: query.now }), count };
}

/** As `getDisbursementType`, with the unit prices of today. */
export async function getPricedType(
  db: Db,
  firm: FirmScope,
  { id, now }: { id: string; now: Date },
): Promise<PricedType> {
  const types = [await getDisbursementType(db, firm, id)];
  const [type] = await withUnitPrices(db, firm, { types, now });
  if (!type) throw notFound('disbursement type');
  return type;
}

/** Throws `not_found` for an unknown type of the firm. */
export async function listPastPrices(
  db: Db,
  firm: FirmScope,
  typeId: string,
): Promise<PastUnitPrice[]> {
  await getDisbursementType(db, firm, typeId);
  return listUnitPriceHistory(db, firm, typeId);
}

/** Throws `not_found` unless the firm has the type. */
export async function getDisbursementType(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<DisbursementType> {
  const type = await findDisbursementType(db, firm, id);
  if (!type) throw notFound('disbursement type');
  return type;
}

/** As `getDisbursementType`, but throws `invalid_input` on `field` for an inactive type. */
export async function getUsableType(
  db: Db,
  firm: FirmScope,
  id: string,
  field = 'disbursementType',
): Promise<DisbursementType> {
  const type = await getDisbursementType(db, firm, id);
  if (type.active) return type;
  const message = `“${type.title}” is no longer in use. Please choose another disbursement type.`;
  throw invalidField(field, message);
}

/**
 * The same request with the same `_id` makes one type; another request with that `_id` is a
 * `conflict`. Throws `conflict` also when the firm has a type of that title, ignoring case.
 */
export async function createDisbursementType(
  db: Db,
  by: AuditContext,
  input: NewDisbursementType,
): Promise<PricedType> {
  const firm = requireFirmScope(by.actor);
  const { firm: _, _id, unitPrice, unitPriceFrom, ...values } = input;
  const id = _id ?? newId(by.now.getTime());
  const sent = { ...input, _id: id };
  return db.transaction().execute(async (trx) => {
    if (await isRepeated(trx, by, sent)) return getPricedType(trx, firm, { id, now: by.now });
    if (await insertDisbursementType(trx, firm, { id, ...values })) {
      const change = { typeId: id, isFixed: values.fixed, unitPrice, unitPriceFrom };
      const details = { ...values, ...(await changeUnitPrice(trx, by, change)) };
      await recordAudit(trx, by, { action: 'disbursement-type.created', subjectId: id, details });
    }
    // The same request at the same moment may have been first.
    else if (!(await isRepeated(trx, by, sent))) throw fieldConflict('title', taken);
    return getPricedType(trx, firm, { id, now: by.now });
  });
}

/** Whether the firm has this type. Throws `conflict` when it has another one of that id. */
async function isRepeated(trx: Trx, by: AuditContext, sent: NewDisbursementType & { _id: string }) {
  const firm = requireFirmScope(by.actor);
  const found = await findDisbursementType(trx, firm, sent._id);
  if (found === undefined) return false;
  const isSamePrice = await hasUnitPrice(trx, firm, {
    typeId: sent._id,
    unitPrice: sent.unitPrice ?? null,
    validFrom: sent.unitPriceFrom,
    today: southAfricanDay(by.now),
  });
  if (!isSamePrice || Object.keys(changedFields(found, sent, valueNames)).length > 0)
    throw conflict('A disbursement type with this id exists already.');
  return true;
}

/** Each new firm has the type Call, which is priced by minutes. */
export async function addCallType(trx: Trx, firm: FirmScope): Promise<void> {
  const call = newDisbursementType.parse({ title: callTitle, fixed: false, calculated: true });
  await insertDisbursementType(trx, firm, { id: newId(), ...call });
}

/**
 * Throws `not_found`, `conflict` for a title that another type has, `changed_meanwhile`, and
 * `invalid_input` for the type Call.
 */
export async function updateDisbursementType(
  db: Db,
  by: AuditContext,
  input: ChangedDisbursementType & { id: string },
): Promise<PricedType> {
  const firm = requireFirmScope(by.actor);
  const { id, unitPrice, unitPriceFrom } = input;
  return db.transaction().execute(async (trx) => {
    const before = await lockDisbursementType(trx, firm, id);
    if (!before) throw notFound('disbursement type');
    assertVersion(before.version, input.version);
    const after = { ...valuesAfter(before, input), id, version: before.version + 1 };
    const price = { typeId: id, isFixed: after.fixed, unitPrice, unitPriceFrom };
    const details = {
      ...changedFields(before, after, valueNames),
      ...(await changeUnitPrice(trx, by, price)),
    };
    if (Object.keys(details).length > 0) {
      if (isCallTitle(before.title))
        throw invalidField('title', 'Every firm has the type Call; it cannot be edited.');
      const others = await listTitles(trx, firm);
      assertNameIsFree({ id, name: after.title }, { others, message: taken, field: 'title' });
      await updateDisbursementTypeRow(trx, firm, after);
      await recordAudit(trx, by, { action: 'disbursement-type.updated', subjectId: id, details });
    }
    return getPricedType(trx, firm, { id, now: by.now });
  });
}

function valuesAfter(before: DisbursementType, input: ChangedDisbursementType): Values {
  const values = valueNames.map((name) => [name, input[name] ?? before[name]]);
  return Object.fromEntries(values) as Values; // has the names of the fields
}

async function withUnitPrices(
  db: Db,
  firm: FirmScope,
  { types, now }: { types: readonly DisbursementType[]; now: Date },
): Promise<PricedType[]> {
  const live = await listUnitPrices(
    db,
    firm,
    types.map(({ _id }) => _id),
  );
  const pricesOf = new Map<string, DatedUnitPrice[]>();
  for (const { disbursementType: id, validFrom, unitPrice } of live)
    pricesOf.set(id, [...(pricesOf.get(id) ?? []), { validFrom, unitPrice }]);
  const today = southAfricanDay(now);
  return types.map((type) => ({
    ...type,
    ...unitPricesAround(pricesOf.get(type._id) ?? [], today),
  }));
}

type Values = Pick<DisbursementType, (typeof valueNames)[number]>;

const taken = 'Your firm has a disbursement type of this name already.';
