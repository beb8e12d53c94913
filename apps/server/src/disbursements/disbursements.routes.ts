import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import type { FastifyInstance } from 'fastify';
import {
  type Actor,
  type FirmScope,
  requireFirmScope,
  resolveFirmScope,
} from '../platform/core/actor.ts';
import { assertIdMatchesPath } from '../platform/core/app-error.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import {
  createDisbursementType,
  getPricedType,
  listPastPrices,
  listPricedTypes,
  updateDisbursementType,
} from './disbursements.service.ts';

export function disbursementRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, disbursementEndpoints, {
    listDisbursements: async ({ query }, { db, actor, now }) =>
      listPricedTypes(db, namedFirm(actor, query.firmId), { ...query, now }),
    getDisbursement: async ({ params: { id } }, { db, actor, now }) => ({
      data: await getPricedType(db, requireFirmScope(actor), { id, now }),
    }),
    listUnitPriceHistory: async ({ params }, { db, actor }) => {
      const data = await listPastPrices(db, requireFirmScope(actor), params.id);
      return { data, count: data.length };
    },
    createDisbursement: async ({ body }, context) => {
      namedFirm(context.actor, body.firm);
      return { data: await createDisbursementType(context.db, context, body) };
    },
    updateDisbursement: async ({ params: { id }, body }, context) => {
      namedFirm(context.actor, body.firm);
      assertIdMatchesPath(id, body._id);
      return { data: await updateDisbursementType(context.db, context, { ...body, id }) };
    },
  });
}

/** The own firm, whether it is named or not; `not_found` when another one is named. */
function namedFirm(actor: Actor, firmId: string | undefined): FirmScope {
  resolveFirmScope(actor, firmId);
  return requireFirmScope(actor);
}
