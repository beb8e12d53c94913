import { disbursementCalls } from '@recoup/contract/disbursements/endpoints';
import type { FastifyInstance } from 'fastify';
import { type Actor, type FirmScope, ownFirm, scopeFor } from '../platform/core/actor.ts';
import { requireIdOfAddress } from '../platform/core/app-error.ts';
import { type Gate, mount } from '../platform/http/register-endpoints.ts';
import { listDisbursementTypes } from './disbursements.repository.ts';
import { createDisbursementType, getDisbursementType, updateType } from './disbursements.service.ts';

export function disbursementRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, disbursementCalls, {
    listDisbursements: async ({ query }, { db, actor }) => listDisbursementTypes(db, namedFirm(actor, query.firmId), query),
    getDisbursement: async ({ params }, { db, actor }) => ({ data: await getDisbursementType(db, ownFirm(actor), params.id) }),
    createDisbursement: async ({ body }, context) => {
      namedFirm(context.actor, body.firm);
      return { data: await createDisbursementType(context.db, context, body) };
    },
    updateDisbursement: async ({ params: { id }, body }, context) => {
      namedFirm(context.actor, body.firm);
      requireIdOfAddress(id, body._id);
      return { data: await updateType(context.db, context, { ...body, id }) };
    },
  });
}

/** The own firm, whether it is named or not; `not_found` when another one is named. */
function namedFirm(actor: Actor, firmId: string | undefined): FirmScope {
  scopeFor(actor, firmId);
  return ownFirm(actor);
}
