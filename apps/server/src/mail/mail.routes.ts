import { mailEndpoints } from '@recoup/contract/mail/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { previewMail, repeatMail, sendMail } from './mail.service.ts';

export function mailRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, mailEndpoints, {
    previewMail: async ({ query: { export: exportId } }, context) => ({
      data: await previewMail(context.db, context, exportId),
    }),
    sendMail: async (
      { query: { type, layout, export: exportId }, body: { _id: draftId, from: _from, ...mail } },
      context,
    ) => ({
      data: await sendMail(context.db, context, { type, layout, ...mail, exportId, draftId }),
    }),
    repeatMail: async ({ params: { id } }, context) => ({
      data: await repeatMail(context.db, context, id),
    }),
  });
}
