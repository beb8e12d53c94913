import { accountEndpoints } from '@recoup/contract/account/endpoints';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AfterResponse } from '../platform/http/after-response.ts';
import { setXsrfCookie } from '../platform/security/csrf.ts';
import { assertIdMatchesPath } from '../platform/core/app-error.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import type { SecretKeys } from '../platform/security/secret-key.ts';
import { type EventLog, logEvent } from '../platform/security/security-log.ts';
import type { SmsSender, SmsToOwner } from '../sms/sms.service.ts';
import { deleteSession } from './session/sessions.repository.ts';
import {
  changeCell,
  changePassword,
  logon,
  resetPassword,
  type OwnerNotice,
} from './account.service.ts';
import { readDeviceCookie, setDeviceCookie } from './session/known-places.ts';
import { requestOtp, verifyOtp } from './password-reset/password-reset.ts';

export type AccountOptions = {
  isSecure: boolean;
  /** The host of the page, to which a phone binds a one-time password. */
  host: string;
  sms: SmsSender;
  background: AfterResponse;
  keys: SecretKeys;
};

export function accountRoutes(
  app: FastifyInstance,
  gate: AuthContext,
  options: AccountOptions,
): void {
  const [{ isSecure, host, keys }, later] = [options, senders(options)];
  registerEndpoints(app, gate, accountEndpoints, {
    logon: async ({ body }, { db, reply, request, ...asker }) => {
      const { token, device } = await logon(
        db,
        { ...asker, device: readDeviceCookie(request, isSecure) },
        body,
      );
      setXsrfCookie(reply, isSecure);
      setDeviceCookie(reply, { device, isSecure });
      return { token };
    },
    logout: async (_, { db, actor, reply, log, address }) => {
      await deleteSession(db, actor.sessionId);
      logEvent(log, 'logout', { address, userId: actor.userId });
      // Not the storage: the device may hold entries that were recorded without a network and wait for their attorney (decision 0021).
      void reply.header('clear-site-data', '"cache"');
      return {};
    },
    sendOtp: async ({ query }, { db, reply, request, ...asker }) => {
      const by = { ...asker, device: readDeviceCookie(request, isSecure) };
      const { token, sms: message } = await requestOtp(db, by, { email: query.email, host, keys });
      later.send(reply, message, asker);
      return { data: token };
    },
    verifyOtp: async ({ body }, { db, ...asker }) => ({
      data: await verifyOtp(db, asker, { ...body, keys }),
    }),
    resetPassword: async ({ params, body }, { db, reply, ...by }) => {
      later.tell(reply, await resetPassword(db, by, { ...params, ...body }), by);
      return { data: params };
    },
    changePassword: async ({ params, body }, { db, reply, ...by }) => {
      assertIdMatchesPath(params.userId, body._id);
      later.tell(reply, await changePassword(db, by, { ...params, ...body }), by);
      return { data: params };
    },
    changeCell: async ({ params, body }, { db, reply, ...by }) => {
      later.tell(
        reply,
        await changeCell(db, by, { ...params, cell: body.cellNumber, password: body.password }),
        by,
      );
      return { data: params };
    },
  });
}

type Sender = { address: string; now: Date; log: EventLog };

/** What leaves after the answer, so that its time says nothing. */
function senders({ isSecure, sms, background }: AccountOptions) {
  const send = (
    reply: FastifyReply,
    message: SmsToOwner | undefined,
    { address, now, log }: Sender,
  ): void => {
    background.afterReply(reply.raw, async () =>
      message === undefined ? undefined : sms.send({ ...message, address, now, log }),
    );
  };
  const tell = (reply: FastifyReply, told: OwnerNotice, by: Sender): void => {
    setDeviceCookie(reply, { device: told.device, isSecure });
    send(reply, told.sms, by);
  };
  return { send, tell };
}
