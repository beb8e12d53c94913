import { createHmac } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { ApiRequest } from './api.ts';
import type { GivenUser } from './factories.ts';
import { password } from './passwords.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an app (RFC 6238) whose clock is `aside` seconds ahead; an oracle of its own. */
export function codeOf(secret: string, now: Date, aside = 0): string {
  const bits = [...secret].map((each) => letters.indexOf(each).toString(2).padStart(5, '0'));
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor((now.getTime() / 1000 + aside) / 30)));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(step).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A code that is none of those around this time. */
export function wrongCode(secret: string, now: Date): string {
  const near = [-60, -30, 0, 30, 60].map((aside) => codeOf(secret, now, aside));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (each) => !near.includes(each),
  ) as string; // five cannot take all six
}

export type Asked = { challenge: string; methods: string[]; options?: Record<string, unknown> };

/** The requests around second factors. Each sign-in of `logon` comes from `from`. */
export function factorRequests(test: TestApp) {
  const send = async (what: string, request: ApiRequest, status: number) => {
    const reply = await test.call(what, request);
    expect([what, reply.statusCode, reply.statusCode === status ? '' : reply.body]).toEqual([
      what,
      status,
      '',
    ]);
    return reply;
  };
  const requests = {
    send,
    begin: async (token: string, body: object = { kind: 'totp' }) =>
      (await send('POST /second-factors', { token, body }, 201)).json<{
        data: { _id: string; secret: string; url: string; options: Record<string, unknown> };
      }>().data,
    confirm: async (token: string, id: string, body: object): Promise<LightMyRequestResponse> =>
      test.call(`PUT /second-factors/${id}`, { token, body }),
    logon: async (email: string, from = '10.60.0.1', input = password) =>
      test.call('POST /logon', { body: { email, password: input }, from }),
    complete: async (body: object, from = '10.60.0.1') =>
      test.call('POST /logon/second-factor', { body, from }),
    /** The challenge after the right password. */
    ask: async (email: string, from?: string): Promise<Asked> => {
      const reply = await requests.logon(email, from);
      expect(reply).toAnswer(401, { code: 'second_factor_required' });
      return reply.json<Asked>();
    },
    /** Adds an app in a minute of its own; returns its secret and the recovery codes. */
    addApp: async (token: string, name = 'Phone') => {
      const { _id, secret } = await requests.begin(token, { kind: 'totp', name });
      const reply = await requests.confirm(token, _id, { code: codeOf(secret, test.clock.now()) });
      expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
      test.clock.advance(60_000);
      const { recoveryCodes = [] } = reply.json<{ data: { recoveryCodes?: string[] } }>().data;
      return { id: _id, secret, recoveryCodes };
    },
    /** A new user with an app, and the token of the session in which it was added. */
    anOwner: async (value: GivenUser = {}) => {
      const user = await test.anAdmin({ password, ...value });
      const token = await test.signIn(user);
      const { id: factorId, ...app } = await requests.addApp(token);
      return { ...user, token, factorId, ...app };
    },
    mailsTo: async (email: string) =>
      (
        await test.db
          .selectFrom('mails')
          .where('toAddress', '=', email)
          .orderBy('createdAt')
          .orderBy('id')
          .select('subject')
          .execute()
      ).map(({ subject }) => subject),
    actionsOn: async (id: string) =>
      (
        await test.db
          .selectFrom('auditLog')
          .where('subjectId', '=', id)
          .where('action', 'not in', ['user.signed-in', 'user.factor-refused'])
          .orderBy('id')
          .select('action')
          .execute()
      ).map(({ action }) => action),
  };
  return requests;
}
