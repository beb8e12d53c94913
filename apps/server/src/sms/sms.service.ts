import { createHash } from 'node:crypto';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { hours } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { consumeLimit } from '../platform/security/rate-limits.repository.ts';
import { wideRateLimitNetwork } from '../platform/security/client-address.ts';
import { logEvent, logEventThrottled, type EventLog } from '../platform/security/security-log.ts';
import type { Sms, SmsGateway } from './gateway.ts';

/**
 * What may be spent in 24 hours: a form that sends SMS is a way to somebody's purse (research: security.md, T4). Strangers have a part of
 * each, so that the owner's own places have the rest; a number and an account are counted by the firm, so that no firm can use up another's.
 */
export const smsCaps = {
  number: { max: 30, strangers: 12 },
  account: { max: 30, strangers: 12 },
  firm: { max: 400, strangers: 200 },
  network: { strangers: 100 },
  all: { max: 2_000, strangers: 1_000 },
} as const;

/** An SMS to the cell of a user; `isStrangers` where the request came from no place that is known as the owner's. */
export type SmsToOwner = Sms & { userId: string; firmId: string | null; isStrangers: boolean };

export type SmsSender = {
  /** Sends what the caps allow, and never throws: nobody waits for it. */
  send(sms: SmsToOwner & { address: string; now: Date; log: EventLog }): Promise<void>;
};

/** One way out for every SMS: mobile numbers of South Africa, within the caps. */
export function createSmsSender(options: { db: Db; gateway: SmsGateway }): SmsSender {
  const { db, gateway } = options;
  return {
    async send({ address, now, log, ...sms }) {
      try {
        if (!canReceiveSms(sms.to))
          return logEvent(log, 'sms_refused', { reason: 'not a mobile number' });
        const reached = await exceededCap(db, { sms, address, now });
        if (reached !== undefined)
          return logEventThrottled(log, 'sms_capped', { cap: reached, address });
        await gateway.send({ to: sms.to, text: sms.text });
        logEvent(log, 'sms_sent', { address });
      } catch (error) {
        log.error({ err: error, event: 'sms_failed' }, 'an SMS could not be sent');
      }
    },
  };
}

/** The keys of the limits that keep a user's own requests from an SMS, each with its strangers' part. */
export function smsLimitKeys({ to, userId, firmId }: Pick<SmsToOwner, 'to' | 'userId' | 'firmId'>) {
  const number = createHash('sha256').update(to).digest('base64url');
  const firm = firmId ?? 'none';
  return {
    number: `sms:number:${firm}:${number}`,
    account: `sms:account:${userId}`,
    firm: `sms:firm:${firm}`,
  };
}

export const strangersKey = (key: string): string => `${key}:strangers`;

async function exceededCap(
  db: Db,
  of: { sms: SmsToOwner; address: string; now: Date },
): Promise<string | undefined> {
  const { sms, address, now } = of;
  const keys = {
    ...smsLimitKeys(sms),
    network: `sms:network:${wideRateLimitNetwork(address)}`,
    all: 'sms:all',
  };
  const capsOf = (name: keyof typeof keys) => {
    const cap: { max?: number; strangers: number } = smsCaps[name];
    const ofStrangers = sms.isStrangers
      ? [{ name, key: strangersKey(keys[name]), max: cap.strangers }]
      : [];
    return [
      ...ofStrangers,
      ...(cap.max === undefined ? [] : [{ name, key: keys[name], max: cap.max }]),
    ];
  };
  const order = ['number', 'account', 'network', 'firm', 'all'] as const; // the narrow ones first, so that they spend nothing of the others
  for (const { name, key, max } of order.flatMap(capsOf)) {
    if ((await consumeLimit(db, { key, max, now, windowMs: hours(24) })) > 0) return name;
  }
  return undefined;
}
