import { notAnAddress, webhookLimits } from '@recoup/contract/webhooks/endpoints';
import { AppError, invalidField } from '../platform/core/app-error.ts';
import { EgressError } from '../platform/egress/egress-error.ts';
import type { Egress } from '../platform/egress/egress.ts';

/**
 * The address as it is kept. Throws `invalid_input` for one that no request may be sent to. A name
 * without an address at the moment is taken: each request checks again.
 */
export async function reachableAddress(egress: Egress, text: string): Promise<string> {
  if (!URL.canParse(text)) throw badAddress(notAnAddress);
  const { href, hostname, protocol } = new URL(text);
  if (href.length > webhookLimits.urlLength) throw badAddress(notAnAddress);
  try {
    await egress.findAllowed({ host: hostname, isPlain: protocol === 'http:' });
  } catch (error) {
    throw error instanceof EgressError ? badAddress(error.message) : error;
  }
  return href;
}

/** Names an address to others: the rest of it may be a secret of the receiver. */
export function urlHost(url: string): string {
  return new URL(url).host;
}

function badAddress(message: string): AppError {
  return invalidField('url', message);
}
