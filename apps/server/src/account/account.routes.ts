import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { sessionEndpoints } from '@recoup/contract/account/session-endpoints';
import { secondFactorEndpoints } from '@recoup/contract/second-factor/endpoints';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { assertIdMatchesPath } from '../platform/core/app-error.ts';
import type { AfterResponse } from '../platform/http/after-response.ts';
import type { Handlers } from '../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import type { SecretKeys } from '../platform/security/secret-key.ts';
import { type EventLog, logEvent } from '../platform/security/security-log.ts';
import type { SmsSender, SmsToOwner } from '../sms/sms.service.ts';
import { changeCell, changePassword } from './account.service.ts';
import type { OwnerNotice } from './own-account.service.ts';
import { requestOtp, verifyOtp, resetPassword } from './password-reset/password-reset.service.ts';
import { deleteSession } from './session/sessions.repository.ts';
import { endOtherOwnSessions, endOwnSession, listOwnSessions } from './session/own-sessions.ts';
import { recordRefusedSignIn } from './sign-in/open-session.ts';
import { logon } from './sign-in/sign-in.service.ts';
import type { Account } from './session/accounts.repository.ts';
import { completeLogon, type SecondFactors } from './sign-in/second-step.service.ts';
import { openBrowser, readDeviceCookie, setDeviceCookie } from '../platform/http/device-cookie.ts';

export type AccountOptions = {
  isSecure: boolean;
  /** The page's host, to which a phone binds a one-time password. */
  host: string;
  sms: SmsSender;
  background: AfterResponse;
  keys: SecretKeys;
  factors: SecondFactors;
};

export function accountRoutes(app: FastifyInstance, auth: AuthContext, options: AccountOptions) {
  registerEndpoints(app, auth, accountEndpoints, {
    ...signInHandlers(options),
    ...passwordHandlers(options),
  });
  secondStepRoutes(app, auth, options);
  ownSessionRoutes(app, auth, options);
}

type AccountHandlers = Handlers<typeof accountEndpoints>;

function signInHandlers({
  isSecure,
  factors,
  background,
}: AccountOptions): Pick<AccountHandlers, 'logon' | 'logout'> {
  return {
    logon: async ({ body }, { db, reply, request, ...by }) => {
      const client = { ...by, device: readDeviceCookie(request, isSecure) };
      const onRefused = (account: Account | undefined): void =>
        background.afterReply(reply.raw, async () => {
          if (account) await recordRefusedSignIn(db, client, account);
        });
      const signIn = await logon(db, client, { ...body, askFactor: factors.ask, onRefused });
      return openBrowser(reply, signIn, isSecure);
    },
    logout: async (_, context) => {
      const { db, actor, reply, log, address } = context;
      if (await deleteSession(db, actor.sessionId))
        await recordAudit(db, context, { action: 'user.signed-out', subjectId: actor.userId });
      logEvent(log, 'logout', { address, userId: actor.userId });
      // Not "storage": it may hold entries recorded offline, still to be sent (decision 0021).
      void reply.header('clear-site-data', '"cache"');
      return {};
    },
  };
}

function secondStepRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { isSecure, factors }: AccountOptions,
): void {
  const { logonWithFactor } = secondFactorEndpoints;
  registerEndpoints(
    app,
    auth,
    { logonWithFactor },
    {
      logonWithFactor: async ({ body: { challenge, ...proof } }, { db, reply, request, ...by }) => {
        const client = { ...by, device: readDeviceCookie(request, isSecure) };
        const signIn = await completeLogon(db, client, {
          challenge,
          isRecovery: proof.recoveryCode !== undefined,
          prove: async (of) => factors.prove(db, { ...of, proof, now: by.now }),
        });
        return openBrowser(reply, signIn, isSecure);
      },
    },
  );
}

function ownSessionRoutes(app: FastifyInstance, auth: AuthContext, { isSecure }: AccountOptions) {
  const { listSessions, endSession, endOtherSessions } = sessionEndpoints;
  registerEndpoints(
    app,
    auth,
    { listSessions, endSession, endOtherSessions },
    {
      listSessions: async (_, { db, actor, now }) => {
        const data = await listOwnSessions(db, actor, now);
        return { data, count: data.length };
      },
      endSession: async ({ params }, { db, ...by }) => ({
        data: { ended: await endOwnSession(db, by, params.id) },
      }),
      endOtherSessions: async (_, { db, reply, ...by }) => {
        const { ended, device } = await endOtherOwnSessions(db, by);
        setDeviceCookie(reply, { device, isSecure });
        return { data: { ended } };
      },
    },
  );
}

/** Each of them may send an SMS. */
function passwordHandlers(options: AccountOptions): Omit<AccountHandlers, 'logon' | 'logout'> {
  const { isSecure, host, keys } = options;
  const { sendSms, sendNotice } = createSenders(options);
  return {
    sendOtp: async ({ query: { email } }, { db, reply, request, ...by }) => {
      const client = { ...by, device: readDeviceCookie(request, isSecure) };
      const { token, sms } = await requestOtp(db, client, { email, host, keys });
      sendSms(reply, sms, by);
      return { data: token };
    },
    verifyOtp: async ({ body }, { db, ...by }) => ({
      data: await verifyOtp(db, by, { ...body, keys }),
    }),
    resetPassword: async ({ params, body }, { db, reply, ...by }) => {
      sendNotice(reply, await resetPassword(db, by, { ...params, ...body }), by);
      return { data: params };
    },
    changePassword: async ({ params, body }, { db, reply, ...by }) => {
      assertIdMatchesPath(params.userId, body._id);
      sendNotice(reply, await changePassword(db, by, { ...params, ...body }), by);
      return { data: params };
    },
    changeCell: async ({ params, body }, { db, reply, ...by }) => {
      const input = { ...params, cell: body.cellNumber, password: body.password };
      sendNotice(reply, await changeCell(db, by, input), by);
      return { data: params };
    },
  };
}

type Sender = { address: string; now: Date; log: EventLog };

/** SMS leave after the response, so that its timing reveals nothing. */
function createSenders({ isSecure, sms, background }: AccountOptions) {
  const sendSms = (
    reply: FastifyReply,
    message: SmsToOwner | undefined,
    { address, now, log }: Sender,
  ): void => {
    background.afterReply(reply.raw, async () =>
      message === undefined ? undefined : sms.send({ ...message, address, now, log }),
    );
  };
  const sendNotice = (reply: FastifyReply, notice: OwnerNotice, by: Sender): void => {
    setDeviceCookie(reply, { device: notice.device, isSecure });
    sendSms(reply, notice.sms, by);
  };
  return { sendSms, sendNotice };
}
