import { join } from 'node:path';
import { bulkSmsGateway } from './bulksms.ts';
import type { SmsGateway } from './gateway.ts';
import { fileGateway } from './file-gateway.ts';
import { smsPortalGateway } from './smsportal.ts';

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
