import {
  callTitle,
  type ChangedDisbursementType,
  type DisbursementType,
  isCallTitle,
  type NewDisbursementType,
} from '@recoup/contract/disbursements/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import {
  findDisbursementType,
  insertDisbursementType,
  isTitleTaken,
  lockDisbursementType,
  updateDisbursementTypeRow,
} from './disbursements.repository.ts';

/** Throws `not_found` unless the firm has the type. */
export async function getDisbursementType(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<DisbursementType> {
  const type = await findDisbursementType(db, firm, id);
  if (!type) throw missing();
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
  throw new AppError('invalid_input', { message, fields: { [field]: message } });
}

/**
 * The same request with the same `_id` makes one type; another request with that `_id` is a
 * `conflict`. Throws `conflict` also when the firm has a type of that title, ignoring case.
 */
export async function createDisbursementType(
  db: Db,
  by: AuditContext,
  input: NewDisbursementType,
): Promise<DisbursementType> {
  const firm = requireFirmScope(by.actor);
  const { firm: _, _id, ...values } = input;
  const type = { id: _id ?? newId(by.now.getTime()), ...values };
  return db.transaction().execute(async (trx) => {
    if (await isRepeated(trx, firm, type)) return getDisbursementType(trx, firm, type.id);
    if (await insertDisbursementType(trx, firm, type))
      await recordAudit(trx, by, {
        action: 'disbursement-type.created',
        subjectId: type.id,
        details: values,
      });
    // The same request at the same moment may have been first.
    else if (!(await isRepeated(trx, firm, type))) throw titleTaken();
    return getDisbursementType(trx, firm, type.id);
  });
}

/** Whether the firm has this type. Throws `conflict` when it has another one of that id. */
async function isRepeated(
  trx: Trx,
  firm: FirmScope,
  type: Values & { id: string },
): Promise<boolean> {
  const found = await findDisbursementType(trx, firm, type.id);
  if (found === undefined) return false;
  if (Object.keys(changes(found, type)).length > 0) throw idTaken();
  return true;
}

/** Each new firm has the type Call, which is priced by minutes. */
export async function addCallType(trx: Trx, firm: FirmScope): Promise<void> {
  await insertDisbursementType(trx, firm, {
    id: newId(),
    title: callTitle,
    fixed: false,
    calculated: true,
    active: true,
  });
}

/**
 * Throws `not_found`, `conflict` for a title that another type has, `changed_meanwhile`, and
 * `invalid_input` for the type Call.
 */
export async function updateDisbursementType(
  db: Db,
  by: AuditContext,
  input: ChangedDisbursementType & { id: string },
): Promise<DisbursementType> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const before = await lockDisbursementType(trx, firm, input.id);
    if (!before) throw missing();
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError('changed_meanwhile');
    const {
      title,
      fixed = before.fixed,
      calculated = before.calculated,
      active = before.active,
    } = input;
    const details = changes(before, { title, fixed, calculated, active });
    if (Object.keys(details).length === 0) return before;
    if (isCallTitle(before.title)) throw callStays();
    if (await isTitleTaken(trx, firm, { title, exceptId: input.id })) throw titleTaken();
    await updateDisbursementTypeRow(trx, firm, {
      id: input.id,
      title,
      fixed,
      calculated,
      active,
      version: before.version + 1,
    });
    await recordAudit(trx, by, {
      action: 'disbursement-type.updated',
      subjectId: input.id,
      details,
    });
    return getDisbursementType(trx, firm, input.id);
  });
}

type Values = Pick<DisbursementType, 'title' | 'fixed' | 'calculated' | 'active'>;

/** `{ field: [before, after] }` of what differs. */
function changes(before: Values, after: Values): Record<string, [unknown, unknown]> {
  const names = ['title', 'fixed', 'calculated', 'active'] as const;
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, [before[name], after[name]]]),
  );
}

function missing(): AppError {
  return new AppError('not_found', { message: 'There is no such disbursement type.' });
}

function titleTaken(): AppError {
  const message = 'Your firm has a disbursement type of this name already.';
  return new AppError('conflict', { message, fields: { title: message } });
}

function idTaken(): AppError {
  return new AppError('conflict', { message: 'A disbursement type with this id exists already.' });
}

function callStays(): AppError {
  const message = 'Every firm has the type Call; it cannot be edited.';
  return new AppError('invalid_input', { message, fields: { title: message } });
}
