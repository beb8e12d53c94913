import { createHash } from 'node:crypto';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { hours } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { consumeLimit } from '../platform/security/rate-limits.repository.ts';
import { wideRateLimitNetwork } from '../platform/security/client-address.ts';
import { outcomes } from '../platform/monitoring/outcomes.ts';
import { recordSmsOutcome } from '../platform/monitoring/monitoring.repository.ts';
import { logEvent, logEventThrottled, type EventLog } from '../platform/security/security-log.ts';
import { type Sms, type SmsGateway, smsFailureReason } from './create-gateway.ts';

/**
 * SMS in 24 hours, against toll fraud (research: security.md, T4). Strangers get a part of a cap,
 * known places the rest. Numbers count per firm, so that no firm can use up another's.
 */
export const smsCaps = {
  number: { max: 30, strangers: 12 },
  account: { max: 30, strangers: 12 },
  firm: { max: 400, strangers: 200 },
  network: { strangers: 100 },
  all: { max: 2_000, strangers: 1_000 },
} as const;

/** `isStrangers` if the request came from none of the owner's known places. */
export type SmsToOwner = Sms & { userId: string; firmId: string | null; isStrangers: boolean };

export type SmsSender = {
  /** Never throws: the request has been answered already. */
  send(sms: SmsToOwner & { address: string; now: Date; log: EventLog }): Promise<void>;
};

/** Sends to South African mobile numbers, within the caps. */
export function createSmsSender(options: { db: Db; gateway: SmsGateway }): SmsSender {
  const { db, gateway } = options;
  return {
    async send({ address, now, log, ...sms }) {
      const facts = { event: 'sms_failed', firm: sms.firmId };
      try {
        if (!canReceiveSms(sms.to))
          return logEvent(log, 'sms_refused', { reason: 'not a mobile number' });
        const cap = await exceededCap(db, { sms, address, now });
        if (cap !== undefined) return logEventThrottled(log, 'sms_capped', { cap, address });
        const { to, text } = sms;
        const failure = await gateway.send({ to, text }).then(() => undefined, smsFailureReason);
        outcomes.sms.count(failure === undefined ? 'sent' : 'failed');
        if (failure === undefined) logEvent(log, 'sms_sent', { address });
        else log.error({ ...facts, reason: failure }, 'an SMS could not be sent');
        await recordSmsOutcome(db, { failure, now });
      } catch (error) {
        log.error({ ...facts, err: error }, 'an SMS could not be sent');
      }
    },
  };
}

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
  request: { sms: SmsToOwner; address: string; now: Date },
): Promise<string | undefined> {
  const { sms, address, now } = request;
  const keys = {
    ...smsLimitKeys(sms),
    network: `sms:network:${wideRateLimitNetwork(address)}`,
    all: 'sms:all',
  };
  const capsFor = (name: keyof typeof keys) => {
    const cap: { max?: number; strangers: number } = smsCaps[name];
    const ofStrangers = sms.isStrangers
      ? [{ name, key: strangersKey(keys[name]), max: cap.strangers }]
      : [];
    return [
      ...ofStrangers,
      ...(cap.max === undefined ? [] : [{ name, key: keys[name], max: cap.max }]),
    ];
  };
  // Narrow caps first: what they reject does not count against the wide ones.
  const order = ['number', 'account', 'network', 'firm', 'all'] as const;
  for (const { name, key, max } of order.flatMap(capsFor)) {
    if ((await consumeLimit(db, { key, max, now, windowMs: hours(24) })) > 0) return name;
  }
  return undefined;
}
