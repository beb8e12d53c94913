import { Webhook } from 'standardwebhooks';

/** The headers of Standard Webhooks; receivers verify them with one of the secrets. */
export function signedHeaders(
  { id, payload }: { id: string; payload: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Recoup',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(id, now, payload))
      .join(' '),
  };
}
