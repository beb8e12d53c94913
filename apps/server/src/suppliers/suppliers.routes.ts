import { newId } from '@recoup/contract/core/ids';
import {
  type ChangedSupplier,
  maxSuppliers,
  type NewSupplier,
  type Supplier,
  supplierEndpoints,
} from '@recoup/contract/suppliers/endpoints';
import { supplierAccountEndpoints } from '@recoup/contract/suppliers/account-endpoints';
import type { FastifyInstance } from 'fastify';
import {
  assertNameIsFree,
  changedFields,
  withoutAbsent,
} from '../platform/collections/collections.ts';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { conflict, notFound } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { preview } from '../platform/http/replies/replies.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  createAccount,
  deleteAccount,
  getAccount,
  listAccounts,
  updateAccount,
} from './accounts.service.ts';
import {
  insertSupplier,
  listSupplierRows,
  lockSuppliers,
  type SupplierRow,
  updateSupplierRow,
  valueNames,
} from './suppliers.repository.ts';

export function supplierRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, supplierEndpoints, {
    listSuppliers: async (_, { db, actor }) => {
      const data = (await listSupplierRows(db, requireFirmScope(actor))).map(toSupplier);
      return { data, count: data.length };
    },
    createSupplier: async ({ body }, context) => ({
      data: await createSupplier(context.db, context, body),
    }),
    updateSupplier: async ({ params: { id }, body }, context) => ({
      data: await updateSupplier(context.db, context, { ...body, id }),
    }),
  });
}

export function supplierAccountRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, supplierAccountEndpoints, {
    listSupplierAccounts: async ({ query }, { db, actor }) =>
      listAccounts(db, requireFirmScope(actor), query),
    createSupplierAccount: async ({ body }, context) => {
      const reply = { data: await createAccount(context.db, context, body) };
      return body.dryRun ? preview(reply) : reply;
    },
    getSupplierAccount: async ({ params: { id } }, { db, actor }) => ({
      data: await getAccount(db, requireFirmScope(actor), id),
    }),
    updateSupplierAccount: async ({ params: { id }, body }, context) => ({
      data: await updateAccount(context.db, context, { ...body, id }),
    }),
    deleteSupplierAccount: async ({ params: { id }, query }, context) => {
      await deleteAccount(context.db, context, { ...query, id });
      return {};
    },
  });
}

/** Throws `conflict` for a name that another supplier has, and beyond the bound of suppliers. */
async function createSupplier(db: Db, by: AuditContext, input: NewSupplier): Promise<Supplier> {
  const firm = requireFirmScope(by.actor);
  const supplier = { ...input, id: newId(by.now.getTime()) };
  return db.transaction().execute(async (trx) => {
    const others = await lockSuppliers(trx, firm);
    assertNameIsFree(supplier, { others, message: nameTaken });
    if (others.length >= maxSuppliers)
      throw conflict(`A firm may have at most ${maxSuppliers} suppliers.`);
    await insertSupplier(trx, firm, { ...supplier, createdAt: by.now });
    const { id: subjectId, ...details } = supplier;
    await recordAudit(trx, by, { action: 'supplier.created', subjectId, details });
    return toSupplier(supplier);
  });
}

/** Throws `not_found`, and `conflict` for a name that another supplier has. */
async function updateSupplier(
  db: Db,
  by: AuditContext,
  { id, ...changed }: ChangedSupplier & { id: string },
): Promise<Supplier> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const others = await lockSuppliers(trx, firm);
    const before = others.find((other) => other.id === id);
    if (!before) throw notFound('supplier');
    const after = { ...before, ...withoutAbsent(changed) };
    assertNameIsFree(after, { others, message: nameTaken });
    const changes = changedFields(before, after, valueNames);
    if (Object.keys(changes).length > 0) {
      await updateSupplierRow(trx, firm, after);
      const details = { supplier: after.name, ...changes };
      await recordAudit(trx, by, { action: 'supplier.updated', subjectId: id, details });
    }
    return toSupplier(after);
  });
}

const nameTaken = 'The firm has a supplier of that name already.';

function toSupplier({ id, ...supplier }: SupplierRow): Supplier {
  return { _id: id, ...supplier };
}
