import type { SmsGateway } from './gateway.ts';
import { ask, basicOf, internationalOf, originOf, SmsRefusedError } from './gateway-http.ts';

/** BulkSMS.com, JSON API v1: `POST /v1/messages` with Basic authorisation; 201 when it was taken. */
export function bulkSms(url: URL): SmsGateway {
  return {
    async send(sms) {
      const body = { to: internationalOf(sms), body: sms.text, routingGroup: 'PREMIUM' };
      const answer = await ask(`${originOf(url)}/v1/messages`, { method: 'POST', authorization: basicOf(url), body });
      await answer.body?.cancel();
      if (!answer.ok) throw new SmsRefusedError('BulkSMS', answer.status);
    },
  };
}
