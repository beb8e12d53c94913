import { z } from 'zod';
import { minutes } from '../platform/core/clock.ts';
import type { Sms, SmsGateway } from './gateway.ts';
import { requestGateway, basicAuth, toE164, baseUrl, SmsRejectedError } from './gateway-http.ts';

const authentication = z.object({ token: z.string().min(1), expiresInMinutes: z.number() });

/**
 * SMSPortal, REST v1: `GET /v1/Authentication` gives a token for a day, `POST /v1/bulkmessages` sends.
 * `?test=1` asks for its test mode, which takes a message and sends nothing.
 */
export function smsPortalGateway(url: URL): SmsGateway {
  const isTest = url.searchParams.get('test') === '1';
  let held: { token: string; until: number } | undefined;

  async function tokenOf(): Promise<string> {
    if (held && held.until > Date.now()) return held.token;
    const answer = await requestGateway(`${baseUrl(url)}/v1/Authentication`, {
      method: 'GET',
      authorization: basicAuth(url),
    });
    if (!answer.ok) throw new SmsRejectedError('SMSPortal', answer.status);
    const { token, expiresInMinutes } = authentication.parse(await answer.json());
    held = { token, until: Date.now() + minutes(expiresInMinutes - 1) };
    return token;
  }

  async function post(sms: Sms): Promise<number> {
    const Messages = [{ Content: sms.text, Destination: toE164(sms).slice(1) }];
    const body = isTest ? { SendOptions: { TestMode: true }, Messages } : { Messages };
    const answer = await requestGateway(`${baseUrl(url)}/v1/bulkmessages`, {
      method: 'POST',
      authorization: `Bearer ${await tokenOf()}`,
      body,
    });
    await answer.body?.cancel();
    return answer.status;
  }

  return {
    async send(sms) {
      let status = await post(sms);
      if (status === 401) {
        held = undefined;
        status = await post(sms);
      }
      if (status < 200 || status > 299) throw new SmsRejectedError('SMSPortal', status);
    },
  };
}
