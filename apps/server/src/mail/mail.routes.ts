import { mailEndpoints } from '@recoup/contract/mail/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { repeatMail, sendMail } from './mail.service.ts';

export function mailRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, mailEndpoints, {
    sendMail: async (
      { query: { type, export: exportId }, body: { _id: draftId, to, subject, body } },
      context,
    ) => ({
      data: await sendMail(context.db, context, { type, to, subject, body, exportId, draftId }),
    }),
    repeatMail: async ({ params: { id } }, context) => ({
      data: await repeatMail(context.db, context, id),
    }),
  });
}
