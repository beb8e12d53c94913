import type { SmsGateway } from './gateway.ts';
import { requestGateway, basicAuth, toE164, baseUrl, SmsRejectedError } from './gateway-http.ts';

/** BulkSMS.com, JSON API v1: `POST /v1/messages` with Basic authorisation; 201 when it was taken. */
export function bulkSmsGateway(url: URL): SmsGateway {
  return {
    async send(sms) {
      const body = { to: toE164(sms), body: sms.text, routingGroup: 'PREMIUM' };
      const answer = await requestGateway(`${baseUrl(url)}/v1/messages`, {
        method: 'POST',
        authorization: basicAuth(url),
        body,
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new SmsRejectedError('BulkSMS', answer.status);
    },
  };
}
