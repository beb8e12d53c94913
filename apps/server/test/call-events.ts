import { createHmac } from 'node:crypto';
import type { CallEvent, TakenCalls } from '@recoup/contract/call-records/event-endpoints';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import type { CallSource } from '@recoup/contract/call-records/set-up-endpoints';
import type { TestApp } from './app.ts';

type Sent = { body: string | Buffer; type?: string; headers?: Record<string, string> };

/** Telephone systems that send their calls, with the secret or by a signature. */
export function callSenders(test: TestApp, ctx: { admin: string }) {
  const post = async (id: string, { body, type = 'application/json', headers = {} }: Sent) =>
    test.app.inject({
      method: 'POST',
      url: `/core/api/call-events/${id}`,
      headers: { 'content-type': type, ...headers },
      payload: body,
    });
  const secretFor = async (id: string, token = ctx.admin) => {
    const reply = await test.call(`POST /call-sources/${id}/secret`, { token });
    return reply.json<{ data: { secret: string } }>().data.secret;
  };
  return {
    post,
    secretFor,
    /** A telephone system with its secret, and `send` that signs in by it. */
    aSender: async (system: CallSystem, more: object = {}, token = ctx.admin) => {
      const before = await test.data<CallSource[]>('GET /call-sources', { token });
      const name = `${system} ${before.length}`;
      const sources = [...before, { system, name, ...more }];
      const reply = await test.call('PUT /call-sources', { token, body: { sources } });
      const saved = reply.json<{ data: CallSource[] }>().data;
      const id = saved.find((source) => source.name === name)?._id ?? '';
      const secret = await secretFor(id, token);
      const send = async (body: unknown, type?: string) =>
        post(id, {
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: basic(secret),
          ...(type !== undefined && { type }),
        });
      return {
        id,
        secret,
        send,
        /** The outcome of a request that was taken. */
        take: async (body: unknown, type?: string) =>
          (await send(body, type)).json<{ data: TakenCalls }>().data,
        events: async () =>
          (await test.call(`GET /call-sources/${id}/events`, { token })).json<{
            data: CallEvent[];
            limited: number;
          }>(),
      };
    },
  };
}

export function basic(password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`pbx:${password}`).toString('base64')}` };
}

export function signed(body: string | Buffer, secret: string): Record<string, string> {
  return { 'x-signature': createHmac('sha256', secret).update(body).digest('base64') };
}
