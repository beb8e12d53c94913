import { join } from 'node:path';
import type { SmsGateway } from './gateway.ts';
import { smsPortalGateway } from './smsportal.ts';
import { requestGateway, basicAuth, toE164, baseUrl, SmsRejectedError } from './gateway-http.ts';
import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { makeFolder } from '../platform/core/make-folder.ts';

/** BulkSMS.com, JSON API v1: `POST /v1/messages` with basic authentication answers 201. */
function bulkSmsGateway(url: URL): SmsGateway {
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

/** By the scheme of `SMS_URL`. */
const smsSchemes = { 'bulksms:': bulkSmsGateway, 'smsportal:': smsPortalGateway } as const;

/** Without `SMS_URL` each SMS becomes a file in the outbox of the data folder. */
export function createSmsGateway(config: {
  smsUrl: string | undefined;
  dataDir: string;
}): SmsGateway {
  if (config.smsUrl === undefined) return fileGateway(join(config.dataDir, 'outbox'));
  const url = new URL(config.smsUrl);
  return smsSchemes[url.protocol as keyof typeof smsSchemes](url); // config.ts checks it
}

/** Returns the error of an `SMS_URL`, if any. */
export function validateSmsUrl(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !(url.protocol in smsSchemes) || url.hostname === '') {
    return (
      'must look like bulksms://TOKEN_ID:SECRET@api.bulksms.com ' +
      'or smsportal://CLIENT_ID:SECRET@rest.smsportal.com'
    );
  }
  if (url.username === '' || url.password === '')
    return 'must hold the id and the secret of the gateway, as scheme://ID:SECRET@host';
  return undefined;
}

/** Writes `<time>-<random>.sms.json` with `{ to, text, at }`; the rename makes it atomic. */
function fileGateway(folder: string): SmsGateway {
  return {
    async send({ to, text }) {
      makeFolder(folder);
      const at = new Date().toISOString();
      const path = join(
        folder,
        `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.sms.json`,
      );
      await writeFile(`${path}.part`, `${JSON.stringify({ to, text, at })}\n`, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}
