import { z } from 'zod';
import { minutes } from '../platform/core/clock.ts';
import type { Sms, SmsGateway } from './gateway.ts';
import { requestGateway, basicAuth, toE164, baseUrl, SmsRejectedError } from './gateway-http.ts';

const authentication = z.object({ token: z.string().min(1), expiresInMinutes: z.number() });

/**
 * SMSPortal, REST v1: `GET /v1/Authentication` returns a token for a day, `POST /v1/bulkmessages`
 * sends. `?test=1` selects the test mode, which accepts a message and sends nothing.
 */
export function smsPortalGateway(url: URL): SmsGateway {
  const isTest = url.searchParams.get('test') === '1';
  let cached: { token: string; until: number } | undefined;

  async function getToken(): Promise<string> {
    if (cached && cached.until > Date.now()) return cached.token;
    const response = await requestGateway(`${baseUrl(url)}/v1/Authentication`, {
      method: 'GET',
      authorization: basicAuth(url),
    });
    if (!response.ok) throw new SmsRejectedError('SMSPortal', response.status);
    const { token, expiresInMinutes } = authentication.parse(await response.json());
    cached = { token, until: Date.now() + minutes(expiresInMinutes - 1) };
    return token;
  }

  async function post(sms: Sms): Promise<number> {
    const Messages = [{ Content: sms.text, Destination: toE164(sms).slice(1) }];
    const body = isTest ? { SendOptions: { TestMode: true }, Messages } : { Messages };
    const response = await requestGateway(`${baseUrl(url)}/v1/bulkmessages`, {
      method: 'POST',
      authorization: `Bearer ${await getToken()}`,
      body,
    });
    await response.body?.cancel();
    return response.status;
  }

  return {
    async send(sms) {
      let status = await post(sms);
      if (status === 401) {
        cached = undefined;
        status = await post(sms);
      }
      if (status < 200 || status > 299) throw new SmsRejectedError('SMSPortal', status);
    },
  };
}
