import type { SmsGateway } from './gateway.ts';
import { requestGateway, basicAuth, toE164, baseUrl, SmsRejectedError } from './gateway-http.ts';

/** BulkSMS.com, JSON API v1: `POST /v1/messages` with basic authentication answers 201. */
export function bulkSmsGateway(url: URL): SmsGateway {
  return {
    async send(sms) {
      const body = { to: toE164(sms), body: sms.text, routingGroup: 'PREMIUM' };
      const response = await requestGateway(`${baseUrl(url)}/v1/messages`, {
        method: 'POST',
        authorization: basicAuth(url),
        body,
      });
      await response.body?.cancel();
      if (!response.ok) throw new SmsRejectedError('BulkSMS', response.status);
    },
  };
}
