import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { id, listReply } from '../core/fields.ts';

const session = z
  .object({
    _id: z.string(),
    isCurrent: z.boolean(),
    device: z.string().meta({ description: 'Browser and system, such as “Firefox on Windows”.' }),
    address: z.string().nullable().meta({ description: 'Where it was opened.' }),
    createdAt: z.string(),
    seenAt: z.string(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

const byId = z.strictObject({ id });
const ended = z.object({ data: z.object({ ended: z.int() }) });

export const sessionEndpoints = defineEndpoints({
  listSessions: {
    call: 'GET /sessions',
    may: 'sessions:manage',
    summary: 'Where the caller is signed in, the latest first',
    replies: { 200: listReply(session).meta({ id: 'SessionList' }) },
  },
  endSession: {
    call: 'DELETE /sessions/{id}',
    may: 'sessions:manage',
    summary: 'End one of the own sessions',
    params: byId,
    replies: { 200: ended.meta({ id: 'EndedSessionReply' }) },
  },
  endOtherSessions: {
    call: 'DELETE /sessions',
    may: 'sessions:manage',
    summary: 'End all own sessions but this one',
    replies: { 200: ended.meta({ id: 'EndedSessionsReply' }) },
  },
  endUserSessions: {
    call: 'DELETE /users/{id}/sessions',
    may: 'users:write',
    summary: 'Sign a user of the firm out everywhere',
    params: byId,
    replies: { 200: ended.meta({ id: 'EndedUserSessionsReply' }) },
  },
});
